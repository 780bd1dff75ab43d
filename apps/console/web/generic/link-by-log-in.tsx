import { type ReactElement, useState } from 'react';
import { client, logIn, needsLogIn } from '../api/client.js';
import { curlOf } from '../api/curl.js';
import { neighbours } from '../api/neighbours.js';
import { useRefresh } from '../api/use-resource.js';
import { CopyButton } from '../parts/copy-button.js';
import { Dialog } from '../parts/dialog.js';
import { Refusal } from '../parts/messages.js';

interface LinkByLogInProps {
  /** The path of the list of the customer who gets the bank. */
  readonly path: string;
}

/**
 * Links a bank by a log-in to it, on the API's own page in a new tab. This page sees nothing of what people type there.
 */
export function LinkByLogIn({ path: list }: LinkByLogInProps): ReactElement {
  const path = list.replace(/funding-sources$/, 'iav-token');
  const [address, setAddress] = useState<string>();
  const [error, setError] = useState<unknown>();
  const refresh = useRefresh();
  const ask = (): void => {
    setError(undefined);
    client.request('POST', path).then(
      ({ body }) => setAddress(pageFor(String(body['token']))),
      (refusal: unknown) => {
        const how = needsLogIn(refusal);
        if (how) logIn(how);
        else setError(refusal);
      },
    );
  };
  const close = (): void => {
    setAddress(undefined);
    void refresh();
  };
  return (
    <>
      <button type="button" onClick={ask}>
        Link by log-in
      </button>
      <Refusal error={error} />
      {address !== undefined && (
        <Dialog title="Link by log-in" onClose={close}>
          <p>
            On a page of its own the customer chooses a bank, logs in to it and chooses an account. The bank is verified
            at once. The link works once, within an hour: whoever has it can link a bank to this customer.
          </p>
          <div className="actions">
            <a className="button" href={address} target="_blank" rel="noopener noreferrer">
              Open the page in a new tab
            </a>
            <CopyButton label="Copy link" what="Link" value={address} />
            <CopyButton label="Copy as curl" what="Command" value={curlOf(path, { method: 'POST' })} />
          </div>
        </Dialog>
      )}
    </>
  );
}

/** A browser does not send what follows `#`. */
const pageFor = (token: string): string =>
  `${neighbours.api}/linking/applications/${token.split('.', 1)[0] ?? ''}#${token}`;
