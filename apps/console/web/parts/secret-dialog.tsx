import type { ReactElement } from 'react';
import { Dialog } from './dialog.js';
import { useSay } from './messages.js';

interface SecretDialogProps {
  readonly title: string;
  readonly secret: string;
  readonly onClose: () => void;
}

/** Shows a secret. No other place shows it, and this one shows it once. */
export function SecretDialog({ title, secret, onClose }: SecretDialogProps): ReactElement {
  const say = useSay();
  const copy = (): void => {
    void navigator.clipboard.writeText(secret).then(
      () => say('Secret copied'),
      () => say('The browser does not let this page copy: select the secret instead.'),
    );
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <p>Copy the secret now. It is not shown again.</p>
      <pre className="json secret">{secret}</pre>
      <div className="actions">
        <button type="button" onClick={copy}>
          Copy secret
        </button>
      </div>
    </Dialog>
  );
}
