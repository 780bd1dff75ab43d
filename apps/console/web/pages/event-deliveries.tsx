import { type Api, linkTo } from '@halyard/client';
import type { ReactElement } from 'react';
import { isUndelivered, itemsOf } from '../api/resource.js';
import { useResource, useResources } from '../api/use-resource.js';
import { columnsOf } from '../columns/columns.js';
import { RowActions } from '../generic/row-actions.js';
import { Refusal } from '../parts/messages.js';
import { Region } from '../parts/page.js';
import { Table, To } from '../parts/table.js';
import { Answer } from './webhooks/answer.js';

const POLL_WHILE_RETRYING_MS = 2_000;

type Delivery = Api.Webhook & { readonly url: string };

const labels = { retry: 'Send again' };
const columns = columnsOf<Delivery>({
  Subscription: ({ _links, url }) => <To href={_links.subscription}>{url}</To>,
  Delivery: '@self sequence',
  Status: 'state',
  Answer: {
    of: ({ attempts }) => attempts.slice(-1).map((last) => <Answer key={last.id} to={last} />),
    has: ({ attempts }) => attempts.length > 0,
  },
  Tries: { isNumber: true, of: ({ attempts }) => attempts.length },
  'Next try': 'nextRetry',
  Actions: (item) => <RowActions item={item} subject={`to ${item.url}`} rels={['retry']} labels={labels} />,
});

/** Lists the subscriptions to which an event was sent. It can be sent again to each of them. */
export function EventDeliveries({ event }: { readonly event: Api.Event }): ReactElement {
  const { data, error } = useResource(linkTo('/webhook-subscriptions'));
  const subscriptions = itemsOf(data);
  const query = { resourceId: event.resourceId, search: event.id, limit: 1 };
  const lists = useResources(
    subscriptions.map(({ id }) => linkTo('/webhook-subscriptions/{id}/webhooks', { path: { id }, query })),
    { everyMs: POLL_WHILE_RETRYING_MS, moves: (list) => itemsOf(list).some(isUndelivered) },
  );
  const deliveries = lists.flatMap((list, place) =>
    itemsOf(list.data).map((item): Delivery => ({ ...item, url: subscriptions[place]?.url ?? '' })),
  );
  return (
    <Region name="Deliveries">
      <Refusal error={error ?? lists.find((list) => list.error)?.error} />
      {data && <Table name="Deliveries" columns={columns} items={deliveries} empty="No subscription gets it." />}
    </Region>
  );
}
