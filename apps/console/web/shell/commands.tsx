import { type ReactElement, useEffect, useState } from 'react';
import { Dialog } from '../parts/dialog.js';
import { Icon } from '../parts/icon.js';
import { useKeys } from '../parts/single-keys.js';
import { Palette } from './palette.js';

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
      <button
        type="button"
        className="commands-button"
        onClick={() => setOpen('commands')}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Icon name="search" />
        <span className="word">Commands</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {open === 'commands' && <Palette onClose={close} />}
      {open === 'keys' && <Keys onClose={close} />}
    </>
  );
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
