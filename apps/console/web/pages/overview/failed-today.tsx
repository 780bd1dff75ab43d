import { linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { itemsOf } from '../../api/resource.js';
import { useResource, useResources } from '../../api/use-resource.js';
import { returnCodeColumns } from '../../columns/return-code.js';
import { briefTransferColumns } from '../../columns/transfer-columns.js';
import { Go } from '../../parts/go.js';
import { Refusal } from '../../parts/messages.js';
import { Region } from '../../parts/page.js';
import { Table } from '../../parts/table.js';

const SHOWN_MAX = 5;
/** A failed transfer has an event for each of its parties. */
const EVENTS_MAX = 50;

const columns = [...briefTransferColumns, ...returnCodeColumns];

/** Lists transfers that failed since midnight UTC, whenever they were sent: a bank returns a transfer days later. */
export function FailedToday(): ReactElement {
  const { data, error } = useResource(
    linkTo('/events', {
      query: {
        topic: ['transfer_failed', 'customer_transfer_failed', 'bank_transfer_failed', 'customer_bank_transfer_failed'],
        startDate: new Date().toISOString().slice(0, 10),
        limit: EVENTS_MAX,
      },
    }),
  );
  const failed = [...new Set(itemsOf(data).map(({ resourceId }) => resourceId))];
  const read = useResources(failed.slice(0, SHOWN_MAX).map((id) => linkTo('/transfers/{id}', { path: { id } })));
  const transfers = read.flatMap((transfer) => transfer.data ?? []);
  return (
    <Region name="Failed today">
      <Refusal error={error ?? read.find((transfer) => transfer.error)?.error} />
      {data && (failed.length === 0 || transfers.length > 0) && (
        <Table
          name="Failed transfers"
          columns={columns}
          items={transfers}
          empty="Nothing failed today, since midnight in UTC."
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
