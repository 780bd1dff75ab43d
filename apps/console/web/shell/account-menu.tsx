import { useQuery } from '@tanstack/react-query';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { hasSeveralAccounts, logOut } from '../api/client.js';
import { useGo } from '../parts/go.js';
import { wordsOf } from '../parts/text.js';
import { useSession } from '../session/session.js';
import { applyTheme, type Theme, themeNow, themes } from './theme.js';

export function AccountMenu(): ReactElement {
  const { user, account, role } = useSession();
  const go = useGo();
  const { isOpen, toggle, close, button, menu } = useMenu();
  const { data: hasSeveral } = useQuery({ queryKey: ['accounts'], queryFn: hasSeveralAccounts, enabled: isOpen });
  const [theme, setTheme] = useState<Theme>(themeNow);
  const items: readonly (readonly [label: string, act: () => void])[] = [
    ...(hasSeveral ? [['Switch account', () => location.assign('/console/login?switch=1')] as const] : []),
    ...themes.map((next) => {
      const choose = (): void => {
        applyTheme(next);
        setTheme(next);
        close();
      };
      return [`Theme: ${next}`, choose] as const;
    }),
    [
      'Account',
      () => {
        close();
        go('/account');
      },
    ],
    ['Log out', () => void logOut()],
  ];
  return (
    <div className="menu">
      <button
        {...button}
        type="button"
        aria-label="Account menu"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <span aria-hidden="true">{user.name.slice(0, 1).toUpperCase()}</span>
      </button>
      {isOpen && (
        <div className="menu-panel">
          <p>
            {user.name}
            <br />
            <span className="quiet">
              {account.name} · {wordsOf(role)}
            </span>
          </p>
          <div {...menu} role="menu" tabIndex={-1} aria-label="Account menu">
            {items.map(([label, act]) => (
              <button
                key={label}
                role="menuitem"
                type="button"
                onClick={act}
                aria-current={label === `Theme: ${theme}`}
              >
                {label}
              </button>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

interface Menu {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  /** Closes the menu, and gives the focus back to its button. */
  readonly close: () => void;
  readonly button: { readonly ref: RefObject<HTMLButtonElement | null> };
  readonly menu: {
    readonly ref: RefObject<HTMLDivElement | null>;
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
}

/** A menu as in the ARIA practices: arrows move, Escape closes. */
function useMenu(): Menu {
  const [isOpen, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isOpen) itemsIn(menu.current)[0]?.focus();
  }, [isOpen]);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
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
  const leave = ({ relatedTarget: next }: FocusEvent): void => {
    if (next instanceof Node && !menu.current?.contains(next) && next !== button.current) setOpen(false);
  };
  return {
    isOpen,
    toggle: () => setOpen(!isOpen),
    close,
    button: { ref: button },
    menu: { ref: menu, onKeyDown: move, onBlur: leave },
  };
}

const itemsIn = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
];
