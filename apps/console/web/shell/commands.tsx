import { linkTo } from '@halyard/client';
import { type ReactElement, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { read } from '../api/client.js';
import { pageOf } from '../api/resource.js';
import { type Result, search } from '../api/search.js';
import { Dialog } from '../parts/dialog.js';
import { useGo } from '../parts/go.js';
import { Refusal } from '../parts/messages.js';
import { type PageRow, usePageRows } from '../parts/page-rows.js';
import { useKeys } from '../parts/single-keys.js';
import { wordsOf } from '../parts/text.js';
import { useSession } from '../session/session.js';

interface FoundPage {
  readonly to: string;
  readonly label: string;
  /** Whether the person asked for its whole id. */
  readonly isExact: boolean;
}

interface Command {
  readonly label: string;
  readonly run: () => void;
}

/** The button in the banner that opens the palette, and the keys that open the palette and the list of keys. */
export function Commands(): ReactElement {
  const [open, setOpen] = useState<'commands' | 'keys'>();
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      setOpen('commands');
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  useKeys((key) => {
    if (key !== '?') return false;
    setOpen('keys');
    return true;
  });
  const close = (): void => setOpen(undefined);
  return (
    <>
      <button type="button" onClick={() => setOpen('commands')} aria-keyshortcuts="Control+K Meta+K">
        Commands
      </button>
      {open === 'commands' && <Palette onClose={close} />}
      {open === 'keys' && <Keys onClose={close} />}
    </>
  );
}

interface PaletteProps {
  readonly onClose: () => void;
}

/** Offers every page, the actions of the page in view, and the results of a search. */
function Palette({ onClose }: PaletteProps): ReactElement {
  const [asked, setAsked] = useState('');
  const [found, setFound] = useState<readonly FoundPage[]>();
  const [error, setError] = useState<unknown>();
  const { commands, open } = useCommands(onClose);
  const wanted = asked.trim();
  const offered = commands.filter(({ label }) => label.toLowerCase().includes(wanted.toLowerCase()));
  const results = (found ?? []).map(({ to, label }) => ({ label, run: () => open(to) }));
  const searchAll = async (): Promise<void> => {
    setError(undefined);
    try {
      const results = await find(wanted);
      const [first] = results;
      if (!first) setError(new Error('Nothing was found.'));
      if (first && (results.length === 1 || first.isExact)) open(first.to);
      else setFound(results);
    } catch (refusal) {
      setError(refusal);
    }
  };
  return (
    <Dialog title="Commands" onClose={onClose}>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          if (wanted === '') return;
          if (offered[0]) offered[0].run();
          else void searchAll();
        }}
      >
        <input
          type="search"
          aria-label="Page, action, id, e-mail address or correlation id"
          placeholder="A page, an action, an id, an e-mail address, a correlation id"
          value={asked}
          onChange={(event) => setAsked(event.target.value)}
          // Without this, Escape would only empty the field.
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        />
      </form>
      <Refusal error={error} />
      {results.length > 0 && (
        <p className="quiet" aria-live="polite">
          {results.length} found
        </p>
      )}
      <ul className="found">
        {[...results, ...offered].map(({ label, run }, place) => (
          <li key={String(place)}>
            <button type="button" className="plain" onClick={run}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const labelOf = ({ path, heading }: PageRow): string =>
  path.startsWith('/operations/') ? `Operations: ${heading}` : heading;

interface CommandList {
  /** Commands that lead to pages, and commands that press a button of the page in view. */
  readonly commands: readonly Command[];
  readonly open: (to: string) => void;
}

function useCommands(onClose: () => void): CommandList {
  const { role } = useSession();
  const go = useGo();
  const open = (to: string): void => {
    onClose();
    go(to);
  };
  const press = (button: HTMLElement): void => {
    // The dialog has to give the focus back before another dialog may open.
    flushSync(onClose);
    button.focus();
    button.click();
  };
  const [here] = useState(actionsHere);
  const rows = usePageRows().filter(({ place }) => place && (role === 'operator' || place !== 'operations'));
  const isOther = ({ label, button }: PageButton): boolean =>
    !(button instanceof HTMLAnchorElement && rows.some(({ heading }) => heading === label));
  const commands = [
    ...rows.map((row) => ({ label: labelOf(row), run: () => open(row.path) })),
    ...here.filter(isOther).map(({ label, button }) => ({ label, run: () => press(button) })),
  ];
  return { commands, open };
}

interface PageButton {
  readonly label: string;
  readonly button: HTMLElement;
}

/** The actions that the page in view offers now, by the names of its buttons. */
function actionsHere(): readonly PageButton[] {
  const buttons = document.querySelectorAll<HTMLElement>(
    'main .actions :is(button, .button):not(:disabled, [aria-disabled="true"])',
  );
  return [...buttons].map((button) => ({
    label: button.getAttribute('aria-label') ?? button.textContent,
    button,
  }));
}

/** A result that matches by its id comes first, and is the one that the person meant. */
async function find(asked: string): Promise<readonly FoundPage[]> {
  const found = await search(asked, ({ results }) => results.length > 0);
  return found.length > 0 ? found.map(foundIn) : findKey(asked);
}

const foundIn = ({ _links, kind, text, matched }: Result): FoundPage => ({
  to: pageOf(_links.self),
  label: `${wordsOf(kind)} ${text}`,
  isExact: matched === 'id',
});

/** A search does not find idempotency keys, so the API is asked for the uses of this one. */
async function findKey(key: string): Promise<readonly FoundPage[]> {
  const link = linkTo('/idempotency-keys/{key}', { path: { key } });
  const found = await read(link).catch(() => undefined);
  return found?.key === key ? [{ to: link.href, label: `Idempotency key ${key}`, isExact: true }] : [];
}

const Keys = ({ onClose }: { readonly onClose: () => void }): ReactElement => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <dl className="facts">
      <div>
        <dt>
          <kbd>Ctrl</kbd> <kbd>K</kbd>
        </dt>
        <dd>Commands: every page, what the page offers, and a search</dd>
      </div>
      <div>
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>These keys</dd>
      </div>
      <div>
        <dt>
          <kbd>c</kbd>
        </dt>
        <dd>Copy the id of what the link with the focus leads to, else of what the page shows</dd>
      </div>
      <div>
        <dt>
          <kbd>a</kbd>, <kbd>r</kbd>
        </dt>
        <dd>Approve or reject a document</dd>
      </div>
    </dl>
  </Dialog>
);
