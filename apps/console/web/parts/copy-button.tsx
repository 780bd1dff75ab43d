import type { ReactElement } from 'react';
import { useSay } from './messages.js';

interface CopyButtonProps {
  readonly label: string;
  /** As the message names it: `Trace id`. */
  readonly what: string;
  readonly value: string;
}

export function CopyButton({ label, what, value }: CopyButtonProps): ReactElement {
  const say = useSay();
  const copy = (): void => {
    void navigator.clipboard.writeText(value).then(
      () => say(`${what} copied`),
      () => say(value),
    );
  };
  return (
    <button type="button" className="plain" onClick={copy}>
      {label}
    </button>
  );
}
