import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The browser's own dialog: focus goes to its first field and comes back, and nothing behind it can be reached. */
export function Dialog({ title, onClose, children }: DialogProps): ReactElement {
  const element = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    const dialog = element.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    return () => {
      dialog?.close();
      giveBackFocus(before);
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        <button type="button" className="plain" onClick={onClose}>
          Close
        </button>
      </div>
      {children}
    </dialog>
  );
}

/**
 * Gives the focus back to the element that opened a dialog. If the action in the dialog removes that element, now or
 * with the next drawing, the heading gets the focus.
 */
function giveBackFocus(opener: Element | null): void {
  const toHeading = (): void => document.querySelector('h1')?.focus();
  if (!(opener instanceof HTMLElement) || !opener.isConnected) {
    toHeading();
    return;
  }
  opener.focus();
  const removals = new MutationObserver(() => {
    if (document.activeElement === opener) return;
    removals.disconnect();
    if (!opener.isConnected && document.activeElement === document.body) toHeading();
  });
  removals.observe(document.body, { childList: true, subtree: true });
}
