import { type Api, ApiError } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { client } from '../../api/client.js';
import { pageOf, shortId } from '../../api/resource.js';
import { useRefresh } from '../../api/use-resource.js';
import { AskingButton } from '../../generic/asking-button.js';
import { useAct } from '../../generic/use-act.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { amountText } from '../../parts/text.js';

const actions = {
  cancel: { done: 'cancelled', body: { status: 'cancelled' } },
  simulate: { done: 'simulated', body: { action: 'process' } },
} as const;
type Action = keyof typeof actions;

interface RefusedTransfer {
  readonly transfer: Api.Transfer;
  readonly why: string;
}

interface SelectedProps {
  readonly items: readonly Api.Transfer[];
  readonly isSandbox: boolean;
}

/** Acts on several rows, one after the other. If one row is refused, the others still go on. */
export function SelectedActions({ items, isSandbox }: SelectedProps): ReactElement {
  const [refused, setRefused] = useState<readonly RefusedTransfer[]>([]);
  const { error, isBusy, run } = useAct();
  const refresh = useRefresh();
  const actOnAll = async (action: Action): Promise<string> => {
    const failures: RefusedTransfer[] = [];
    try {
      for (const transfer of items) {
        const why = await act(transfer, action);
        if (why !== undefined) failures.push({ transfer, why });
      }
    } catch (failure) {
      // The transfers before the failure have changed.
      void refresh();
      throw failure;
    } finally {
      setRefused(failures);
    }
    return `${items.length - failures.length} of ${transfersText(items.length)} ${actions[action].done}`;
  };
  const none = items.length === 0 || isBusy;
  return (
    <div className="actions">
      <AskingButton
        disabled={none}
        label="Cancel selected"
        title="Cancel transfers"
        yes={`Cancel ${transfersText(items.length)}`}
        onYes={() => void run(() => actOnAll('cancel'))}
      >
        <p>Cancel {transfersText(items.length)}? Those that a bank has already can’t be cancelled any more.</p>
        <ul>
          {items.map(({ id, amount }) => (
            <li key={id}>
              {amountText(amount)} {shortId(id)}
            </li>
          ))}
        </ul>
      </AskingButton>
      {isSandbox && (
        <button type="button" disabled={none} onClick={() => void run(() => actOnAll('simulate'))}>
          Simulate selected
        </button>
      )}
      {items.length > 0 && <span className="quiet">{transfersText(items.length)} selected</span>}
      <Refusal error={error} />
      <RefusedOnes refused={refused} />
    </div>
  );
}

function RefusedOnes({ refused }: { readonly refused: readonly RefusedTransfer[] }): ReactElement | null {
  if (refused.length === 0) return null;
  return (
    <div role="alert" className="refusal">
      <ul>
        {refused.map(({ transfer: { id, _links: links }, why }) => (
          <li key={id}>
            <Go to={pageOf(links.self)}>{shortId(links.self)}</Go>: {why}
          </li>
        ))}
      </ul>
    </div>
  );
}

const transfersText = (count: number): string => `${count} ${count === 1 ? 'transfer' : 'transfers'}`;

/**
 * @returns why the action is refused; undefined once it is done
 * @throws any error that is not a refusal of this one transfer
 */
async function act(transfer: Api.Transfer, action: Action): Promise<string | undefined> {
  const { done, body } = actions[action];
  const link = transfer._links[action];
  if (!link) return `It can’t be ${done} now.`;
  try {
    await client.request('POST', pageOf(link), { body });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError && !error.isRetryable && error.status !== 401) return error.message;
    throw error;
  }
}
