import type { ReactElement } from 'react';
import { Icon } from './icon.js';
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
  /** Whether the button is only a picture. Its label is then read aloud alone. */
  readonly isSmall?: boolean;
}

export function CopyButton({ label, what, value, isSmall = false }: CopyButtonProps): ReactElement {
  const copy = useCopy();
  if (isSmall)
    return (
      <button type="button" className="icon-only" aria-label={label} title={label} onClick={() => copy(what, value)}>
        <Icon name="copy" />
      </button>
    );
  return (
    <button type="button" className="plain" onClick={() => copy(what, value)}>
      {label}
    </button>
  );
}
