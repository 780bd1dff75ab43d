import { Outlet, useLocation } from '@tanstack/react-router';
import {
  type FocusEvent,
  Fragment,
  type ReactElement,
  type ReactNode,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { docsOf } from '../api/neighbours.js';
import { useCopy } from '../parts/copy-button.js';
import { Go } from '../parts/go.js';
import { Icon, Mark } from '../parts/icon.js';
import { Messages } from '../parts/messages.js';
import { helpOn, PageRows, placeOf, rowsIn, rowsOfOperators, usePageRows } from '../parts/page-rows.js';
import { type Arrival, Arriving } from '../parts/page.js';
import { useKeys } from '../parts/single-keys.js';
import { AccountMenu } from './account-menu.js';
import { Commands } from './commands.js';
import { HandledShown, useSandbox } from '../generic/sandbox.js';
import { ProcessButton, SandboxDrawer } from './process-bank-transfers.js';
import { WithAccountClock } from '../session/account-clock.js';
import { useSession, WithSession } from '../session/session.js';
import { ClockLink } from './clock-link.js';

export const Layout = (): ReactElement => (
  <WithSession>
    <Messages>
      <WithAccountClock>
        <RowsOfSession>
          <Frame />
        </RowsOfSession>
      </WithAccountClock>
    </Messages>
  </WithSession>
);

/** Pages may belong to other pages for operators, and some pages are only in the sandbox. */
function RowsOfSession({ children }: { readonly children: ReactNode }): ReactElement {
  const { role, environment } = useSession();
  const rows = usePageRows();
  const own = useMemo(() => {
    const there = rowsIn(environment, rows);
    return role === 'operator' ? rowsOfOperators(there) : there;
  }, [role, environment, rows]);
  return <PageRows value={own}>{children}</PageRows>;
}

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The id of the resource to which the focused link leads. Without one, the id of the page's resource. */
function idHere(): string | undefined {
  const { activeElement } = document;
  const linked = activeElement instanceof HTMLAnchorElement ? ID.exec(activeElement.pathname) : null;
  return (linked ?? ID.exec(location.pathname))?.[0];
}

/** Surrounds every page. */
function Frame(): ReactElement {
  const { environment, account } = useSession();
  const { pathname } = useLocation();
  // The page at which the document was opened needs no focus: nobody came to it by a link.
  const [arrival] = useState<Arrival>(() => ({ path: pathname, hasMoved: true }));
  const noteFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLHeadingElement)) arrival.hasMoved = true;
  };
  const copy = useCopy();
  useKeys((key) => {
    const id = key === 'c' ? idHere() : undefined;
    if (id !== undefined) copy('Id', id);
    return id !== undefined;
  });
  const isSandbox = environment === 'sandbox';
  const sandbox = useSandbox();
  return (
    <div className={`frame ${environment}`} onFocus={noteFocus}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="banner">
        <Go to="/" className="brand">
          <Mark />
          <span className="word">Halyard</span>
        </Go>
        <span className="where">{account.name}</span>
        {isSandbox && <span className="badge">Sandbox</span>}
        <ClockLink />
        <div className="banner-actions">
          <Commands />
          {isSandbox && <ProcessButton sandbox={sandbox} />}
          <AccountMenu />
        </div>
      </header>
      <Navigation pathname={pathname} />
      <main id="main" tabIndex={-1}>
        <Arriving value={arrival}>
          <HandledShown value={sandbox.show}>
            <Outlet />
          </HandledShown>
        </Arriving>
        <p className="help">
          <a href={docsOf(helpOn(usePageRows(), pathname))}>Help</a>
        </p>
      </main>
      {isSandbox && sandbox.isOpen && <SandboxDrawer sandbox={sandbox} />}
    </div>
  );
}

function Navigation({ pathname }: { readonly pathname: string }): ReactElement {
  const { role } = useSession();
  const rows = usePageRows();
  const nav = useRef<HTMLElement>(null);
  const here = placeOf(rows, pathname);
  useEffect(() => {
    // On a narrow screen the navigation scrolls inside itself.
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (link) nav.current?.scrollTo({ left: link.offsetLeft - nav.current.offsetLeft - link.offsetWidth });
  }, [here]);
  const links = rows.filter(
    ({ place, path }) => place === 'navigation' || (role === 'operator' && path === '/operations'),
  );
  return (
    <nav aria-label="Main" ref={nav}>
      <ul>
        {links.map(({ path, heading, icon, group }) => (
          <Fragment key={path}>
            {group !== undefined && <li className="group">{group}</li>}
            <li>
              <Go to={path} {...(path === here && { 'aria-current': path === pathname ? 'page' : 'true' })}>
                {icon && <Icon name={icon} />}
                {heading}
              </Go>
            </li>
          </Fragment>
        ))}
      </ul>
    </nav>
  );
}
