import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { hasSeveralAccounts, logOut } from '../api/client.js';
import { useGo } from '../parts/go.js';
import { useSession } from '../session/session.js';
import { applyTheme, type Theme, themeNow, themes } from './theme.js';

/** A menu as in the ARIA practices: arrows move, Escape closes. */
export function AccountMenu(): ReactElement {
  const { user, account, role } = useSession();
  const go = useGo();
  const [isOpen, setOpen] = useState(false);
  const { data: hasSeveral } = useQuery({ queryKey: ['accounts'], queryFn: hasSeveralAccounts, enabled: isOpen });
  const [theme, setTheme] = useState<Theme>(themeNow);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) itemsIn(menu.current)[0]?.focus();
  }, [isOpen]);

  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  const visit = (): void => {
    close();
    go('/account');
  };
  const choose = (next: Theme) => () => {
    applyTheme(next);
    setTheme(next);
    close();
  };
  const move = (event: KeyboardEvent): void => {
    const items = itemsIn(menu.current);
    const now = items.findIndex((item) => item === document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') close();
    else if (step !== undefined) items.at((now + step) % items.length)?.focus();
    else return;
    event.preventDefault();
  };
  const leave = (next: EventTarget | null): void => {
    if (next instanceof Node && !menu.current?.contains(next) && next !== button.current) setOpen(false);
  };
  return (
    <div className="menu">
      <button
        ref={button}
        type="button"
        aria-label="Account menu"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span aria-hidden="true">{user.name.slice(0, 1).toUpperCase()}</span>
      </button>
      {isOpen && (
        <div className="menu-panel">
          <p>
            {user.name}
            <br />
            <span className="quiet">
              {account.name} · {role.charAt(0).toUpperCase() + role.slice(1)}
            </span>
          </p>
          <div
            ref={menu}
            role="menu"
            tabIndex={-1}
            aria-label="Account menu"
            onKeyDown={move}
            onBlur={(event) => leave(event.relatedTarget)}
          >
            {hasSeveral && (
              <button role="menuitem" type="button" onClick={() => location.assign('/console/login?switch=1')}>
                Switch account
              </button>
            )}
            {themes.map((one) => (
              <button key={one} role="menuitem" type="button" onClick={choose(one)} aria-current={one === theme}>
                Theme: {one}
              </button>
            ))}
            <button role="menuitem" type="button" onClick={visit}>
              Account
            </button>
            <button role="menuitem" type="button" onClick={() => void logOut()}>
              Log out
            </button>
          </div>
        </div>
      )}
    </div>
  );
}

const itemsIn = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
];
