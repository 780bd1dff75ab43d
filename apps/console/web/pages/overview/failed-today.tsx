import type { ReactElement } from 'react';
import { itemsOf, linkOf, pageOf } from '../../api/resource.js';
import { useResource, useResources } from '../../api/use-resource.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import { Table } from '../../parts/table.js';
import { returnCodeColumn } from '../../columns/return-code.js';
import { briefTransferColumns } from '../../columns/transfer-columns.js';

const topics = ['transfer', 'bank_transfer'].flatMap((what) => [`${what}_failed`, `customer_${what}_failed`]);
const SHOWN_MAX = 5;
/** A failed transfer has an event for each of its parties. */
const EVENTS_MAX = 50;

const columns = [...briefTransferColumns, returnCodeColumn];

/** Lists transfers that failed since midnight UTC, whenever they were sent: a bank returns a transfer days later. */
export function FailedToday(): ReactElement {
  const today = new URLSearchParams([
    ...topics.map((topic) => ['topic', topic]),
    ['startDate', new Date().toISOString().slice(0, 10)],
    ['limit', String(EVENTS_MAX)],
  ]);
  const { data, error } = useResource(`/events?${today.toString()}`);
  const failed = [...new Set(itemsOf(data).map((event) => pageOf(linkOf(event, 'resource') ?? '')))];
  const read = useResources(failed.slice(0, SHOWN_MAX));
  const transfers = read.flatMap((transfer) => transfer.data ?? []);
  return (
    <Region name="Failed today">
      <Refusal error={error ?? read.find((transfer) => transfer.error)?.error} />
      {data && (failed.length === 0 || transfers.length > 0) && (
        <Table
          name="Failed transfers"
          columns={columns}
          items={transfers}
          empty={<p>Nothing failed today, since midnight in UTC.</p>}
        />
      )}
      {failed.length > SHOWN_MAX && (
        <p>
          <Go to="/transfers?status=failed">All that failed</Go>
        </p>
      )}
    </Region>
  );
}
