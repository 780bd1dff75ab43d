import { type ReactElement, type ReactNode, useEffect, useId, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The browser's own: focus goes to its first field and comes back, and nothing behind it is reached. */
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
      // What was done may have done away with what opened it.
      const back = before?.isConnected === true ? before : document.querySelector('h1');
      if (back instanceof HTMLElement) back.focus();
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
