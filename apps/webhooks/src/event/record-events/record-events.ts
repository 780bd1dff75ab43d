import { BinaryArray } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import { announceDeliveries } from '../../delivery/delivery-signal.js';
import type { PublicEvent } from '../public-event.js';

/**
 * Stores public events, and a delivery of each for every subscription that its account has now, in one statement whatever
 * their number. That nothing is told twice is for the inbox to see to, in the same transaction.
 *
 * An account's events are numbered under its row of `event_counts`, which is held until the commit: positions become
 * visible in their order, and have no hole. Rows are taken by account, so that two pages can't wait for each other, and no
 * clock that is behind records an event before those that it follows.
 *
 * A subscription is share-locked until the deliveries are committed, so that one that is being deleted leaves none.
 */
export async function recordEvents(tx: EntityManager, events: readonly PublicEvent[], at: Date): Promise<void> {
  const [row] = await tx.query<{ deliveries: number }[]>(
    `WITH told AS (
       SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY place) AS number,
         count(*) OVER (PARTITION BY account_id) AS of_account
       FROM unnest(
         $1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::timestamptz[], $8::text[]
       ) WITH ORDINALITY
         AS told (id, account_id, customer_id, topic, resource_kind, resource_id, created_at, traceparent, place)
     ), counted AS (
       INSERT INTO event_counts AS counts (account_id, count, recorded_at)
       SELECT account_id, of_account, $9 FROM told WHERE number = 1 ORDER BY account_id
       ON CONFLICT (account_id) DO UPDATE
       SET count = counts.count + excluded.count, recorded_at = greatest(counts.recorded_at, excluded.recorded_at)
       RETURNING account_id, count, recorded_at
     ), recorded AS (
       INSERT INTO public_events (
         id, recorded_at, account_id, position, customer_id, topic, resource_kind, resource_id, created_at, traceparent
       )
       SELECT id, recorded_at, account_id, count - of_account + number, customer_id, topic, resource_kind, resource_id,
         created_at, traceparent
       FROM told JOIN counted USING (account_id)
       RETURNING id, recorded_at, account_id, position, resource_id
     ), due AS (
       INSERT INTO deliveries (subscription_id, event_id, resource_id, event_position, recorded_at, due_at)
       SELECT subscriptions.id, recorded.id, recorded.resource_id, recorded.position, recorded.recorded_at, $9
       FROM recorded JOIN subscriptions ON subscriptions.account_id = recorded.account_id
       FOR SHARE OF subscriptions
       RETURNING 1
     )
     SELECT count(*)::int AS deliveries FROM due`,
    [...columnsOf(events), at],
  );
  if (row && row.deliveries > 0) await announceDeliveries(tx);
}

/** In binary: a page of a busy account has hundreds of them. */
function columnsOf(events: readonly PublicEvent[]): Buffer[] {
  const ids = new BinaryArray('uuid');
  const accounts = new BinaryArray('uuid');
  const customers = new BinaryArray('uuid');
  const topics = new BinaryArray('text');
  const kinds = new BinaryArray('text');
  const resources = new BinaryArray('uuid');
  const times = new BinaryArray('timestamptz');
  const traces = new BinaryArray('text');
  for (const event of events) {
    ids.uuid(event.id);
    accounts.uuid(event.accountId);
    customers.uuid(event.customerId);
    topics.text(event.topic);
    kinds.text(event.resourceKind);
    resources.uuid(event.resourceId);
    times.timestamptz(event.createdAt);
    traces.text(event.traceparent ?? null);
  }
  return [ids, accounts, customers, topics, kinds, resources, times, traces].map((column) => column.finish());
}
