import type { ReactElement } from 'react';
import { useSay } from './messages.js';

/** Copies a text, and says so. If the browser does not let the page copy, it shows the text. */
export function useCopy(): (what: string, value: string) => void {
  const say = useSay();
  return (what, value) => {
    void navigator.clipboard.writeText(value).then(
      () => say(`${what} copied`),
      () => say(value),
    );
  };
}

interface CopyButtonProps {
  readonly label: string;
  /** The text's name in the message, such as `Trace id`. */
  readonly what: string;
  readonly value: string;
}

export function CopyButton({ label, what, value }: CopyButtonProps): ReactElement {
  const copy = useCopy();
  return (
    <button type="button" className="plain" onClick={() => copy(what, value)}>
      {label}
    </button>
  );
}
