import { Outlet, useLocation } from '@tanstack/react-router';
import { type FocusEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { docsOf } from '../api/neighbours.js';
import { useCopy } from '../parts/copy-button.js';
import { Go } from '../parts/go.js';
import { Messages } from '../parts/messages.js';
import { type Arrival, Arriving } from '../parts/page.js';
import { useKeys } from '../parts/single-keys.js';
import { AccountMenu } from './account-menu.js';
import { Commands } from './commands.js';
import { helpOn } from './help.js';
import { operations, placeOf, places } from './places.js';
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

/** Whether the navigation's page is shown itself (`page`), or a page that belongs to it (`true`). */
function ariaCurrent(to: string, pathname: string): 'page' | 'true' | undefined {
  if (to !== placeOf(pathname)) return undefined;
  return to === pathname ? 'page' : 'true';
}

/** Surrounds every page. */
function Frame(): ReactElement {
  const { environment, account, role } = useSession();
  const { pathname } = useLocation();
  // The page at which the document was opened needs no focus: nobody came to it by a link.
  const [arrival] = useState<Arrival>(() => ({ path: pathname, hasMoved: true }));
  const noteFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLHeadingElement)) arrival.hasMoved = true;
  };
  const nav = useRef<HTMLElement>(null);
  const here = placeOf(pathname);
  useEffect(() => {
    // On a narrow screen the navigation scrolls inside itself.
    const link = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (link) nav.current?.scrollTo({ left: link.offsetLeft - nav.current.offsetLeft - link.offsetWidth });
  }, [here]);
  const copy = useCopy();
  useKeys((key) => {
    const id = key === 'c' ? idHere() : undefined;
    if (id !== undefined) copy('Id', id);
    return id !== undefined;
  });
  const isSandbox = environment === 'sandbox';
  const all = [...places, ...(role === 'operator' ? [operations] : [])];
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
      <nav aria-label="Main" ref={nav}>
        <ul>
          {all.map(([to, label]) => (
            <li key={to}>
              <Go to={to} aria-current={ariaCurrent(to, pathname)}>
                {label}
              </Go>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" tabIndex={-1}>
        <Arriving value={arrival}>
          <Outlet />
        </Arriving>
        <p className="help">
          <a href={docsOf(helpOn(pathname))}>Help</a>
        </p>
      </main>
    </div>
  );
}
