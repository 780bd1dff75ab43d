import { type ButtonHTMLAttributes, type ReactElement, type ReactNode, useState } from 'react';
import { Dialog } from '../parts/dialog.js';

interface AskingButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly label: string;
  /** The title of the dialog. */
  readonly title: string;
  /** The label of the button that answers yes. */
  readonly yes: string;
  readonly onYes: () => void;
  /** The question. */
  readonly children: ReactNode;
}

/** A button that asks whether people mean it. */
export function AskingButton({ label, title, yes, onYes, children, ...button }: AskingButtonProps): ReactElement {
  const [asks, setAsks] = useState(false);
  const answer = (): void => {
    setAsks(false);
    onYes();
  };
  return (
    <>
      <button {...button} type="button" onClick={() => setAsks(true)}>
        {label}
      </button>
      {asks && (
        <Dialog title={title} onClose={() => setAsks(false)}>
          {children}
          <div className="actions">
            <button type="button" onClick={answer}>
              {yes}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
