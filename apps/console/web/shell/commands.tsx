import { type ReactElement, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { read, type Resource } from '../api/client.js';
import { linkOf, pageOf, text } from '../api/resource.js';
import { search } from '../api/search.js';
import { Dialog } from '../parts/dialog.js';
import { useGo } from '../parts/go.js';
import { Refusal } from '../parts/messages.js';
import { useKeys } from '../parts/single-keys.js';
import { wordsOf } from '../parts/text.js';
import { morePlaces, operations, pagesOfOperators, places } from './places.js';
import { useSession } from '../session/session.js';

interface Found {
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
  const [found, setFound] = useState<readonly Found[]>();
  const [error, setError] = useState<unknown>();
  const go = useGo();
  const { role } = useSession();
  const [here] = useState(actionsHere);
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
  const ofOperators = [operations, ...pagesOfOperators.map(([to, label]) => [to, `Operations: ${label}`] as const)];
  const all = [...places, ...(role === 'operator' ? ofOperators : []), ...morePlaces];
  const isOther = ({ label, button }: Offered): boolean =>
    !(button instanceof HTMLAnchorElement && all.some(([, known]) => known === label));
  const commands: readonly Command[] = [
    ...all.map(([to, label]) => ({ label, run: () => open(to) })),
    ...here.filter(isOther).map(({ label, button }) => ({ label, run: () => press(button) })),
  ];
  const wanted = asked.trim();
  const offered = commands.filter(({ label }) => label.toLowerCase().includes(wanted.toLowerCase()));
  const searchAll = async (): Promise<void> => {
    setError(undefined);
    try {
      const results = await find(wanted);
      if (results.length === 0) setError(new Error('Nothing was found.'));
      const [first] = results;
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
          onKeyDown={(event) => {
            // Without this, Escape would only empty the field.
            if (event.key === 'Escape') onClose();
          }}
        />
      </form>
      <Refusal error={error} />
      {found && found.length > 0 && (
        <p className="quiet" aria-live="polite">
          {found.length} found
        </p>
      )}
      <ul className="found">
        {[...(found ?? []).map(({ to, label }) => ({ label, run: () => open(to) })), ...offered].map(
          ({ label, run }, place) => (
            <li key={String(place)}>
              <button type="button" className="plain" onClick={run}>
                {label}
              </button>
            </li>
          ),
        )}
      </ul>
    </Dialog>
  );
}

interface Offered {
  readonly label: string;
  readonly button: HTMLElement;
}

/** The actions that the page in view offers now, by the names of its buttons. */
function actionsHere(): readonly Offered[] {
  const buttons = document.querySelectorAll<HTMLElement>(
    'main .actions :is(button, .button):not(:disabled, [aria-disabled="true"])',
  );
  return [...buttons].map((button) => ({
    label: button.getAttribute('aria-label') ?? button.textContent,
    button,
  }));
}

/** A result that matches by its id comes first, and is the one that the person meant. */
async function find(asked: string): Promise<readonly Found[]> {
  const found = await search(asked, ({ results }) => results.length > 0);
  return found.length > 0 ? found.flatMap(foundIn) : findKey(asked);
}

function foundIn(result: Resource): readonly Found[] {
  const href = linkOf(result, 'self');
  if (href === undefined) return [];
  const label = `${wordsOf(text(result, 'kind'))} ${text(result, 'text')}`;
  return [{ to: pageOf(href), label, isExact: text(result, 'matched') === 'id' }];
}

/** A search does not find idempotency keys, so the API is asked for the uses of this one. */
async function findKey(key: string): Promise<readonly Found[]> {
  const path = `/idempotency-keys/${encodeURIComponent(key)}`;
  const found = await read(path).catch(() => undefined);
  return text(found, 'key') === key ? [{ to: path, label: `Idempotency key ${key}`, isExact: true }] : [];
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
