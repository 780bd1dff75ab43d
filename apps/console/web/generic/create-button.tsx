import type { Hal, Link } from '@halyard/client';
import { type MouseEvent, type ReactElement, useState } from 'react';
import { linksOf, locationOf, templatesOf } from '../api/resource.js';
import { keptNameOf } from '../forms/kept-form.js';
import { FormDialog } from './form-dialog.js';

interface CreateButtonProps {
  readonly of: Hal;
  readonly label: string;
  /** Labels by field name, for fields whose own label says too little. */
  readonly labels?: Readonly<Record<string, string>>;
  /** Draws a button. By default it is a link that looks like one. */
  readonly isButton?: true;
  /** Gets the link to the new item, if the answer names it. */
  readonly onMade?: (made: Link) => void;
}

/** Opens the form by which people add an item to a list. People whose role may not add any see no button. */
export function CreateButton({ of, label, labels, isButton, onMade }: CreateButtonProps): ReactElement | null {
  const [isOpen, setOpen] = useState(() => keptNameOf(linksOf(of)['self']?.href) === 'default');
  const { default: template } = templatesOf(of);
  if (!template) return null;
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      {isButton ? (
        <button type="button" onClick={open}>
          {label}
        </button>
      ) : (
        <a href="#create" className="button" onClick={open}>
          {label}
        </a>
      )}
      {isOpen && (
        <FormDialog
          title={label}
          resource={of}
          name="default"
          template={template}
          labels={labels}
          onClose={() => setOpen(false)}
          onDone={(answer) => {
            setOpen(false);
            const made = locationOf(answer);
            if (made) onMade?.(made);
          }}
        />
      )}
    </>
  );
}
