import { Outlet, useLocation } from '@tanstack/react-router';
import { type FocusEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { docsOf } from '../api/neighbours.js';
import { useCopy } from '../parts/copy-button.js';
import { Go } from '../parts/go.js';
import { Messages } from '../parts/messages.js';
import { helpOn, placeOf, usePageRows } from '../parts/page-rows.js';
import { type Arrival, Arriving } from '../parts/page.js';
import { useKeys } from '../parts/single-keys.js';
import { AccountMenu } from './account-menu.js';
import { Commands } from './commands.js';
import { ProcessBankTransfers } from './process-bank-transfers.js';
import { useSession, WithSession } from '../session/session.js';

export const Layout = (): ReactElement => (
  <WithSession>
    <Messages>
      <Frame />
    </Messages>
  </WithSession>
);

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
  return (
    <div className={`frame ${environment}`} onFocus={noteFocus}>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="banner">
        <Go to="/" className="brand">
          Halyard
        </Go>
        <span className="where">{account.name}</span>
        {isSandbox && <span className="badge">Sandbox</span>}
        <div className="banner-actions">
          {isSandbox && <ProcessBankTransfers />}
          <Commands />
          <AccountMenu />
        </div>
      </header>
      <Navigation pathname={pathname} />
      <main id="main" tabIndex={-1}>
        <Arriving value={arrival}>
          <Outlet />
        </Arriving>
        <p className="help">
          <a href={docsOf(helpOn(usePageRows(), pathname))}>Help</a>
        </p>
      </main>
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
        {links.map(({ path, heading }) => (
          <li key={path}>
            <Go to={path} {...(path === here && { 'aria-current': path === pathname ? 'page' : 'true' })}>
              {heading}
            </Go>
          </li>
        ))}
      </ul>
    </nav>
  );
}
