import { type ReactElement, useEffect, useMemo, useState } from 'react';
import { read } from '../api/client.js';
import { itemsOf, linkOf, pageOf, text } from '../api/resource.js';
import { Dialog } from '../parts/dialog.js';
import { useGo } from '../parts/go.js';
import { Refusal } from '../parts/messages.js';
import { useKeys } from '../parts/single-keys.js';
import { morePlaces, operations, places } from './places.js';
import { useSession } from './session.js';

interface Found {
  readonly to: string;
  readonly label: string;
}

/** The button in the banner, and the keys that open the same. */
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

function Palette({ onClose }: { readonly onClose: () => void }): ReactElement {
  const [asked, setAsked] = useState('');
  const [found, setFound] = useState<readonly Found[]>([]);
  const [error, setError] = useState<unknown>();
  const go = useGo();
  const { role } = useSession();
  const pages = useMemo(() => {
    const all = [...places, ...(role === 'operator' ? [operations] : []), ...morePlaces];
    return all
      .filter(([, label]) => label.toLowerCase().includes(asked.trim().toLowerCase()))
      .map(([to, label]) => ({ to, label }));
  }, [asked, role]);
  const open = (to: string): void => {
    onClose();
    go(to);
  };
  const search = async (): Promise<readonly Found[]> => {
    const results = itemsOf(await read(`/search?q=${encodeURIComponent(asked.trim())}`));
    return results.flatMap((result) => {
      const href = linkOf(result, 'self');
      return href === undefined ? [] : [{ to: pageOf(href), label: `${text(result, 'kind')} ${text(result, 'text')}` }];
    });
  };
  const enter = async (): Promise<void> => {
    if (pages[0] && asked.trim() !== '') return open(pages[0].to);
    if (asked.trim() === '') return;
    try {
      const results = await search();
      setError(results.length === 0 ? new Error('Nothing was found.') : undefined);
      if (results.length === 1 && results[0]) open(results[0].to);
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
          void enter();
        }}
      >
        <input
          type="search"
          aria-label="Page, id, e-mail address or correlation id"
          placeholder="A page, an id, an e-mail address, a correlation id"
          autoFocus
          value={asked}
          onChange={(event) => setAsked(event.target.value)}
        />
      </form>
      <Refusal error={error} />
      <ul className="found">
        {[...found, ...pages].map(({ to, label }) => (
          <li key={to}>
            <button type="button" className="plain" onClick={() => open(to)}>
              {label}
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

const Keys = ({ onClose }: { readonly onClose: () => void }): ReactElement => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <dl className="facts">
      <div>
        <dt>
          <kbd>Ctrl</kbd> <kbd>K</kbd>
        </dt>
        <dd>Commands: every page, and a search</dd>
      </div>
      <div>
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>These keys</dd>
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
