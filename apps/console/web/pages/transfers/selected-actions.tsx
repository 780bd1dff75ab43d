import { ApiError } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { client, type Resource } from '../../api/client.js';
import { linkOf, money, pageOf, shortId } from '../../api/resource.js';
import { useRefresh } from '../../api/use-resource.js';
import { Dialog } from '../../parts/dialog.js';
import { Go } from '../../parts/go.js';
import { Refusal, useSay } from '../../parts/messages.js';
import { amountText } from '../../parts/text.js';

const actions = {
  cancel: { rel: 'cancel', done: 'cancelled', body: { status: 'cancelled' } },
  simulate: { rel: 'simulate', done: 'simulated', body: { action: 'process' } },
} as const;
type Action = keyof typeof actions;

interface Refused {
  readonly transfer: Resource;
  readonly why: string;
}

interface SelectedProps {
  readonly items: readonly Resource[];
  readonly isSandbox: boolean;
}

/** Acts on several rows, one after the other. If one row is refused, the others still go on. */
export function SelectedActions({ items, isSandbox }: SelectedProps): ReactElement {
  const [asks, setAsks] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const [error, setError] = useState<unknown>();
  const say = useSay();
  const refresh = useRefresh();
  const run = async (action: Action): Promise<void> => {
    if (isBusy) return;
    setAsks(false);
    setBusy(true);
    setError(undefined);
    const failures: Refused[] = [];
    try {
      for (const transfer of items) {
        const why = await act(transfer, action);
        if (why !== undefined) failures.push({ transfer, why });
      }
      say(`${items.length - failures.length} of ${transfersText(items.length)} ${actions[action].done}`);
    } catch (refusal) {
      setError(refusal);
    }
    setRefused(failures);
    setBusy(false);
    await refresh();
  };
  const none = items.length === 0 || isBusy;
  return (
    <div className="actions">
      <button type="button" disabled={none} onClick={() => setAsks(true)}>
        Cancel selected
      </button>
      {isSandbox && (
        <button type="button" disabled={none} onClick={() => void run('simulate')}>
          Simulate selected
        </button>
      )}
      {items.length > 0 && <span className="quiet">{transfersText(items.length)} selected</span>}
      <Refusal error={error} />
      {refused.length > 0 && (
        <div role="alert" className="refusal">
          <ul>
            {refused.map(({ transfer, why }) => {
              const self = linkOf(transfer, 'self') ?? '';
              return (
                <li key={self}>
                  <Go to={pageOf(self)}>{shortId(self)}</Go>: {why}
                </li>
              );
            })}
          </ul>
        </div>
      )}
      {asks && (
        <Dialog title="Cancel transfers" onClose={() => setAsks(false)}>
          <p>Cancel {transfersText(items.length)}? Those that a bank has already can’t be cancelled any more.</p>
          <ul>
            {items.map((transfer) => {
              const [self, amount] = [linkOf(transfer, 'self') ?? '', money(transfer, 'amount')];
              return (
                <li key={self}>
                  {amount && amountText(amount)} {shortId(self)}
                </li>
              );
            })}
          </ul>
          <div className="actions">
            <button type="button" onClick={() => void run('cancel')}>
              Cancel {transfersText(items.length)}
            </button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

const transfersText = (count: number): string => `${count} ${count === 1 ? 'transfer' : 'transfers'}`;

/**
 * @returns why the action is refused; undefined once it is done
 * @throws any error that is not a refusal of this one transfer
 */
async function act(transfer: Resource, action: Action): Promise<string | undefined> {
  const { rel, body } = actions[action];
  const link = linkOf(transfer, rel);
  if (link === undefined) return `It can’t be ${actions[action].done} now.`;
  try {
    await client.request('POST', pageOf(link), { body });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && !error.isRetryable && error.status !== 401) return error.message;
    throw error;
  }
}
