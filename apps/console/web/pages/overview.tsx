import { ApiError } from '@halyard/client';
import type { ReactElement } from 'react';
import { itemsOf, linkOf, money, text } from '../api/resource.js';
import { useResource } from '../api/use-resource.js';
import { Go } from '../parts/go.js';
import { Page, Region } from '../parts/page.js';
import { Refusal } from '../parts/messages.js';
import { Table } from '../parts/table.js';
import { amountText, Time } from '../parts/text.js';
import { useSession } from '../shell/session.js';
import { GetStarted } from './get-started.js';
import { transferColumns } from './transfer-columns.js';

/** What waits, what failed, and whether the money adds up. */
export function Overview(): ReactElement {
  const { account } = useSession();
  const pending = useResource('/transfers?status=pending&limit=5');
  const failed = useResource(`/transfers?status=failed&limit=5&startDate=${new Date().toISOString().slice(0, 10)}`);
  return (
    <Page heading="Overview">
      <GetStarted />
      <div className="regions">
        <Conservation accountId={account.id} />
        <Region name="Waiting">
          <Refusal error={pending.error} />
          {pending.data && (
            <Table
              name="Pending transfers"
              columns={transferColumns}
              items={itemsOf(pending.data)}
              empty={<p>No transfer waits for a bank.</p>}
            />
          )}
          <More of={pending.data} to="/transfers?status=pending" />
        </Region>
        <Region name="Failed today">
          <Refusal error={failed.error} />
          {failed.data && (
            <Table
              name="Failed transfers"
              columns={transferColumns}
              items={itemsOf(failed.data)}
              empty={<p>Nothing failed today.</p>}
            />
          )}
          <More of={failed.data} to="/transfers?status=failed" />
        </Region>
      </div>
    </Page>
  );
}

function More({ of, to }: { readonly of: unknown; readonly to: string }): ReactElement | null {
  const total = Number(text(of, 'total') || '0');
  if (total <= itemsOf(of).length) return null;
  return (
    <p>
      <Go to={to}>All {total}</Go>
    </p>
  );
}

/** Calm while everything adds up, an alarm otherwise. */
function Conservation({ accountId }: { readonly accountId: string }): ReactElement {
  const { data, error } = useResource(`/accounts/${accountId}/conservation`, { everyMs: 5_000 });
  const isUntold = error instanceof ApiError && error.status === 404;
  const isBalanced = text(data, 'balanced') === 'true';
  const payment = linkOf(data, 'firstUnbalanced') ?? text(data, 'firstUnbalanced.href');
  const facts = ['postedBalances', 'inTransit', 'fromBanks', 'toBanks'] as const;
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
        <dl className="facts">
          {facts.map((name) => {
            const amount = money(data, name);
            return (
              <div key={name}>
                <dt>{names[name]}</dt>
                <dd className="amount">{amount ? amountText(amount) : '–'}</dd>
              </div>
            );
          })}
          <div>
            <dt>Counted up to event</dt>
            <dd>
              {text(data, 'events')} <Time at={text(data, 'now')} />
            </dd>
          </div>
        </dl>
      )}
    </Region>
  );
}

const names = {
  postedBalances: 'In balances',
  inTransit: 'In transit',
  fromBanks: 'Came from banks',
  toBanks: 'Went to banks',
} as const;
