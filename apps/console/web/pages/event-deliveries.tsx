import type { ReactElement } from 'react';
import type { Resource } from '../api/client.js';
import { isUndelivered, itemsOf, linkOf, pageOf, text } from '../api/resource.js';
import { useResource, useResources } from '../api/use-resource.js';
import { RowActions } from '../generic/row-actions.js';
import { Refusal } from '../parts/messages.js';
import { Region } from '../parts/page.js';
import { type Column, Table, To } from '../parts/table.js';
import { Status, Time } from '../parts/text.js';

const POLL_WHILE_RETRYING_MS = 2_000;

const columns: readonly Column[] = [
  { name: 'Subscription', of: (item) => <To href={linkOf(item, 'subscription')}>{text(item, 'url')}</To> },
  { name: 'Sequence', of: (item) => <To href={linkOf(item, 'self')}>{text(item, 'sequence')}</To> },
  { name: 'Status', of: (item) => <Status of={text(item, 'state')} /> },
  { name: 'Next try', of: (item) => <Time at={text(item, 'nextRetry')} /> },
  {
    name: 'Actions',
    of: (item) => <RowActions item={item} subject={`to ${text(item, 'url')}`} rels={['retry']} labels={labels} />,
  },
];
const labels = { retry: 'Send again' };

/** Lists the subscriptions to which an event was sent. It can be sent again to each of them. */
export function EventDeliveries({ event }: { readonly event: Resource }): ReactElement {
  const { data, error } = useResource('/webhook-subscriptions');
  const subscriptions = itemsOf(data);
  const found = new URLSearchParams({ resourceId: text(event, 'resourceId'), search: text(event, 'id'), limit: '1' });
  const lists = useResources(
    subscriptions.map((subscription) => `${pageOf(linkOf(subscription, 'webhooks') ?? '')}?${found.toString()}`),
    { everyMs: POLL_WHILE_RETRYING_MS, moves: (list) => itemsOf(list).some(isUndelivered) },
  );
  const deliveries = lists.flatMap((list, place) =>
    itemsOf(list.data).map((item): Resource => ({ ...item, url: text(subscriptions[place], 'url') })),
  );
  return (
    <Region name="Deliveries">
      <Refusal error={error ?? lists.find((list) => list.error)?.error} />
      {data && <Table name="Deliveries" columns={columns} items={deliveries} empty={<p>No subscription gets it.</p>} />}
    </Region>
  );
}
