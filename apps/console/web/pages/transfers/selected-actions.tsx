import { type Api, ApiError } from '@halyard/client';
import { type ReactElement, useState } from 'react';
import { client, read } from '../../api/client.js';
import { itemsOf, pageOf } from '../../api/resource.js';
import { useRefresh } from '../../api/use-resource.js';
import { AskingButton } from '../../generic/asking-button.js';
import { useShowHandled } from '../../generic/sandbox.js';
import { useAct } from '../../generic/use-act.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { amountText } from '../../parts/text.js';

const actions = {
  cancel: { done: 'cancelled', body: { status: 'cancelled' } },
  simulate: { done: 'processed', body: { action: 'process' } },
} as const;
type Action = keyof typeof actions;

interface RefusedPayment {
  readonly payment: Api.Payment;
  readonly why: string;
}

interface SelectedProps {
  readonly items: readonly Api.Payment[];
  readonly isSandbox: boolean;
}

/** Acts on several rows, one after the other. If one row is refused, the others still go on. */
export function SelectedActions({ items, isSandbox }: SelectedProps): ReactElement {
  const [refused, setRefused] = useState<readonly RefusedPayment[]>([]);
  const { error, isBusy, run } = useAct();
  const refresh = useRefresh();
  const showHandled = useShowHandled();
  const actOnAll = async (action: Action): Promise<string> => {
    const failures: RefusedPayment[] = [];
    const legs: Api.Transfer[] = [];
    try {
      for (const payment of items) {
        const done = await act(payment, action);
        if (typeof done === 'string') failures.push({ payment, why: done });
        else legs.push(done);
      }
      if (action === 'simulate') showHandled(await Promise.all(legs.map(({ _links }) => read(_links.self))));
    } catch (failure) {
      // The payments before the failure have changed.
      void refresh();
      throw failure;
    } finally {
      setRefused(failures);
    }
    return `${items.length - failures.length} of ${paymentsText(items.length)} ${actions[action].done}`;
  };
  const none = items.length === 0 || isBusy;
  return (
    <div className="actions">
      <AskingButton
        disabled={none}
        label="Cancel selected"
        title="Cancel payments"
        yes={`Cancel ${paymentsText(items.length)}`}
        onYes={() => void run(() => actOnAll('cancel'))}
      >
        <p>
          The money of {paymentsText(items.length)} goes back to where it came from. Those that a bank has already can’t
          be cancelled any more.
        </p>
        <ul>
          {items.map((payment) => (
            <li key={payment.id}>{nameOf(payment)}</li>
          ))}
        </ul>
      </AskingButton>
      {isSandbox && (
        <button type="button" disabled={none} onClick={() => void run(() => actOnAll('simulate'))}>
          Process selected
        </button>
      )}
      {items.length > 0 && <span className="quiet">{paymentsText(items.length)} selected</span>}
      <Refusal error={error} />
      <RefusedOnes refused={refused} />
    </div>
  );
}

function RefusedOnes({ refused }: { readonly refused: readonly RefusedPayment[] }): ReactElement | null {
  if (refused.length === 0) return null;
  return (
    <div role="alert" className="refusal">
      <ul>
        {refused.map(({ payment, why }) => (
          <li key={payment.id}>
            <Go to={pageOf(payment._links.self)}>{nameOf(payment)}</Go>: {why}
          </li>
        ))}
      </ul>
    </div>
  );
}

const paymentsText = (count: number): string => `${count} ${count === 1 ? 'payment' : 'payments'}`;

const nameOf = ({ amount, parties: { destination } }: Api.Payment): string =>
  [amountText(amount), ...(destination.name === undefined ? [] : [`to ${destination.name}`])].join(' ');

/**
 * Acts on the leg of a payment that offers it.
 *
 * @returns the leg as it was before; the reason if the action is refused
 * @throws any error that is not a refusal of this one payment
 */
async function act({ _links: { transfers } }: Api.Payment, action: Action): Promise<Api.Transfer | string> {
  const { done, body } = actions[action];
  const legs = transfers ? itemsOf(await read(transfers)) : [];
  const leg = legs.find(({ _links }) => _links[action] !== undefined);
  const link = leg?._links[action];
  if (!link) return `It can’t be ${done} now.`;
  try {
    await client.request('POST', pageOf(link), { body });
    return leg;
  } catch (error) {
    if (error instanceof ApiError && !error.isRetryable && error.status !== 401) return error.message;
    throw error;
  }
}
