import type { EntityManager } from 'typeorm';
import { announceDeliveries } from '../../delivery/delivery-signal.js';
import type { PublicEvent } from '../public-event.js';

/**
 * Stores public events, and a delivery of each for every subscription that its account has now, in as many statements
 * whatever their number. Events that are there already are left alone, with their deliveries.
 *
 * A subscription is share-locked until the deliveries are committed, so that one that is being deleted leaves none.
 */
export async function recordEvents(tx: EntityManager, events: readonly PublicEvent[], at: Date): Promise<void> {
  const [row] = await tx.query<{ deliveries: number }[]>(
    `WITH told AS (
       SELECT * FROM unnest(
         $1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::timestamptz[], $8::text[]
       ) WITH ORDINALITY
         AS told (id, account_id, customer_id, topic, resource_kind, resource_id, created_at, traceparent, place)
     ), fresh AS (
       INSERT INTO public_events (
         id, account_id, customer_id, topic, resource_kind, resource_id, created_at, traceparent, recorded_at
       )
       SELECT id, account_id, customer_id, topic, resource_kind, resource_id, created_at, traceparent, $9
       FROM told LEFT JOIN LATERAL (
         -- The limit keeps this a look into the index for each event, however large the table and old its statistics.
         SELECT true AS stands FROM public_events WHERE public_events.id = told.id LIMIT 1
       ) AS earlier ON true
       WHERE earlier.stands IS NULL
       ORDER BY place
       ON CONFLICT DO NOTHING
       RETURNING id, account_id, resource_id, position
     ), due AS (
       INSERT INTO deliveries (subscription_id, event_id, resource_id, event_position, recorded_at, due_at)
       SELECT subscriptions.id, fresh.id, fresh.resource_id, fresh.position, $9, $9
       FROM fresh JOIN subscriptions ON subscriptions.account_id = fresh.account_id
       ORDER BY fresh.position
       FOR SHARE OF subscriptions
       RETURNING 1
     )
     SELECT count(*)::int AS deliveries FROM due`,
    [
      events.map(({ id }) => id),
      events.map(({ accountId }) => accountId),
      events.map(({ customerId }) => customerId),
      events.map(({ topic }) => topic),
      events.map(({ resourceKind }) => resourceKind),
      events.map(({ resourceId }) => resourceId),
      events.map(({ createdAt }) => createdAt),
      events.map(({ traceparent }) => traceparent),
      at,
    ],
  );
  if (row && row.deliveries > 0) await announceDeliveries(tx);
}
