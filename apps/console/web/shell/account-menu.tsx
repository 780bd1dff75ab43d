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
import { Icon } from '../parts/icon.js';
import { wordsOf } from '../parts/text.js';
import { useSession } from '../session/session.js';
import { applyTheme, type Theme, themeNow, themes } from './theme.js';

export function AccountMenu(): ReactElement {
  const { user, account, role } = useSession();
  const go = useGo();
  const { isOpen, setOpen, close, button, menu } = useMenu();
  const { data: hasSeveral } = useQuery({ queryKey: ['accounts'], queryFn: hasSeveralAccounts, enabled: isOpen });
  const [theme, setTheme] = useState<Theme>(themeNow);
  const choose = (next: Theme): void => {
    applyTheme(next);
    setTheme(next);
    close();
  };
  const visit = (): void => {
    close();
    go('/account');
  };
  return (
    <div className="menu">
      <button
        {...button}
        type="button"
        aria-label="Account menu"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <span className="avatar" aria-hidden="true">
          {user.name.slice(0, 1).toUpperCase()}
        </span>
        <span className="chevron" aria-hidden="true">
          <Icon name="down" />
        </span>
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
            {hasSeveral && <Item label="Switch account" act={() => location.assign('/console/login?switch=1')} />}
            {themes.map((one) => (
              <Item key={one} label={`Theme: ${one}`} act={() => choose(one)} isCurrent={one === theme} />
            ))}
            <Item label="Account" act={visit} />
            <Item label="Log out" act={() => void logOut()} />
          </div>
        </div>
      )}
    </div>
  );
}

interface ItemProps {
  readonly label: string;
  readonly act: () => void;
  readonly isCurrent?: boolean;
}

const Item = ({ label, act, isCurrent }: ItemProps): ReactElement => (
  <button role="menuitem" type="button" onClick={act} aria-current={isCurrent}>
    {label}
  </button>
);

interface Menu {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
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
    setOpen,
    close,
    button: { ref: button },
    menu: { ref: menu, onKeyDown: move, onBlur: leave },
  };
}

const itemsIn = (menu: HTMLElement | null): HTMLElement[] => [
  ...(menu?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? []),
];
