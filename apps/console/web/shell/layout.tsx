import { Outlet, useLocation } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef } from 'react';
import { docsOf } from '../api/neighbours.js';
import { useCopy } from '../parts/copy-button.js';
import { Go } from '../parts/go.js';
import { Messages } from '../parts/messages.js';
import { useKeys } from '../parts/single-keys.js';
import { AccountMenu } from './account-menu.js';
import { Commands } from './commands.js';
import { helpOn } from './help.js';
import { operations, places } from './places.js';
import { ProcessBankTransfers } from './process-bank-transfers.js';
import { useSession, WithSession } from './session.js';

export const Layout = (): ReactElement => (
  <WithSession>
    <Messages>
      <Frame />
    </Messages>
  </WithSession>
);

const ID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The id of what the link with the focus leads to, else of what the page shows. */
function idHere(): string | undefined {
  const { activeElement } = document;
  const linked = activeElement instanceof HTMLAnchorElement ? ID.exec(activeElement.pathname) : null;
  return (linked ?? ID.exec(location.pathname))?.[0];
}

/** What surrounds every page. */
function Frame(): ReactElement {
  const { environment, account, role } = useSession();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // Who does not see the page change hears its heading.
    if (!isFirst.current) main.current?.querySelector<HTMLElement>('h1')?.focus();
    isFirst.current = false;
  }, [pathname]);
  const copy = useCopy();
  useKeys((key) => {
    const id = key === 'c' ? idHere() : undefined;
    if (id !== undefined) copy('Id', id);
    return id !== undefined;
  });
  const isSandbox = environment === 'sandbox';
  const all = [...places, ...(role === 'operator' ? [operations] : [])];
  const isHere = (to: string): boolean => (to === '/' ? pathname === '/' : pathname.startsWith(to));
  return (
    <div className={`frame ${environment}`}>
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
      <nav aria-label="Main">
        <ul>
          {all.map(([to, label]) => (
            <li key={to}>
              <Go to={to} aria-current={isHere(to) ? 'page' : undefined}>
                {label}
              </Go>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
        <p className="help">
          <a href={docsOf(helpOn(pathname))}>Help</a>
        </p>
      </main>
    </div>
  );
}
