import { ApiError } from '@halyard/client';
import type { ReactElement } from 'react';
import { linkOf, money, text } from '../../api/resource.js';
import { useResource } from '../../api/use-resource.js';
import { FactList } from '../../parts/facts.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import { Amount, Time } from '../../parts/text.js';

const names = {
  postedBalances: 'In balances',
  inTransit: 'In transit',
  fromBanks: 'Came from banks',
  toBanks: 'Went to banks',
} as const;

/** Stays calm while all money adds up, and raises an alarm otherwise. */
export function Conservation({ accountId }: { readonly accountId: string }): ReactElement {
  const { data, error } = useResource(`/accounts/${accountId}/conservation`, {
    everyMs: 5_000,
    moves: (sums) => text(sums, 'balanced') !== 'true',
  });
  const isUntold = error instanceof ApiError && error.status === 404;
  const isBalanced = text(data, 'balanced') === 'true';
  const payment = linkOf(data, 'firstUnbalanced') ?? text(data, 'firstUnbalanced.href');
  return (
    <Region name="Money conservation">
      {isUntold ? <p className="quiet">This installation does not tell it.</p> : <Refusal error={error} />}
      {data && isBalanced && (
        <p className="calm">
          <strong className="amount">0.00</strong> Balanced
        </p>
      )}
      {data && !isBalanced && (
        <div role="alert" className="refusal">
          <p>The money of this account does not add up.</p>
          {payment !== '' && <Go to={new URL(payment, location.origin).pathname}>The first payment that does not</Go>}
        </div>
      )}
      {data && (
        <FactList
          facts={[
            ...Object.entries(names).map(
              ([name, label]) => [label, <Amount key={name} of={money(data, name)} />] as const,
            ),
            [
              'Counted up to event',
              <span key="events">
                {text(data, 'events')}, <Time at={text(data, 'now')} />
              </span>,
            ],
          ]}
        />
      )}
    </Region>
  );
}
