import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { useAccountNow } from '../../api/account-clock.js';
import { idOf, itemsOf } from '../../api/resource.js';
import { useResource, useResources } from '../../api/use-resource.js';
import { adviceColumns, returnCodeColumns } from '../../columns/return-code.js';
import { briefTransferColumns } from '../../columns/transfer-columns.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import { Table } from '../../parts/table.js';

const DAYS = 7;
const DAY_MS = 86_400_000;
const SHOWN_MAX = 8;
/** A failed payment has an event for each party of each of its legs. */
const EVENTS_MAX = 200;
/** The most transfers that are read to find the payments to show. */
const READ_MAX = 24;

const columns = [
  ...briefTransferColumns.filter(({ name }) => name !== 'Status'),
  ...returnCodeColumns,
  ...adviceColumns,
];

/** The events of which one tells of each failure. */
const failures = [
  'transfer_failed',
  'customer_transfer_failed',
  'bank_transfer_failed',
  'customer_bank_transfer_failed',
] as const;

const dayBefore = (now: Date, days: number): string =>
  new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);

const failedSince = (startDate: string) => ({ topic: [...failures], startDate, limit: EVENTS_MAX });

/**
 * Lists payments that failed today and in the six days before, whenever they were sent: a bank returns a transfer days
 * later. Days are those of the account's time, in UTC.
 */
export function FailedLately(): ReactElement {
  const now = useAccountNow();
  const { data, error } = useResource(now && linkTo('/events', { query: failedSince(dayBefore(now, DAYS - 1)) }));
  const failed = [...new Set(itemsOf(data).map(({ resourceId }) => resourceId))].slice(0, READ_MAX);
  const read = useResources(failed.map((id) => linkTo('/transfers/{id}', { path: { id } })));
  const payments = oneOfEachPayment(read.flatMap((transfer) => transfer.data ?? []));
  const day = now && dayBefore(now, 0);
  const today = new Set(
    itemsOf(data)
      .filter(({ created }) => day !== undefined && created.startsWith(day))
      .map(({ resourceId }) => resourceId),
  );
  const count = payments.filter(({ id }) => today.has(id)).length;
  return (
    <Region name="Failed today" action={<Go to="/transfers?status=failed">All that failed</Go>}>
      <Refusal error={error ?? read.find((transfer) => transfer.error)?.error} />
      {payments.length > 0 && <p className="quiet">{countText(count, payments.length - count)}</p>}
      {data && (failed.length === 0 || payments.length > 0) && (
        <Table
          name="Failed payments"
          columns={columns}
          items={payments.slice(0, SHOWN_MAX)}
          empty="Nothing failed today, and nothing in the last seven days."
        />
      )}
    </Region>
  );
}

function countText(today: number, before: number): string {
  const earlier = `${String(before)} in the six days before`;
  return before === 0 ? `${String(today)} today` : `${today === 0 ? 'None' : String(today)} today, ${earlier}`;
}

/** One failed transfer of each payment: the one that its request made, if that failed as well. */
function oneOfEachPayment(transfers: readonly Api.Transfer[]): readonly Api.Transfer[] {
  const found = new Map<string, Api.Transfer>();
  for (const transfer of transfers) {
    const payment = idOf(transfer._links.payment);
    if (!found.has(payment) || transfer._links['funding-transfer']) found.set(payment, transfer);
  }
  return [...found.values()];
}
