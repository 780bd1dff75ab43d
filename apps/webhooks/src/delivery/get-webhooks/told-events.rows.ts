import { lengthOf, type OwnerList } from '@halyard/lists';
import type { EntityManager } from 'typeorm';
import { deliveriesAt, type EventKey } from '../deliveries-at.rows.js';
import type { WebhookFilters } from './webhook-filters.js';

/** More events than this are no longer few: their deliveries are found by reading all. */
const EVENTS_MAX = 100;
/** This many deliveries are read in about the time that it takes to look for those of one event. */
const DELIVERIES_PER_EVENT = 10_000;

/** Events, or deliveries, with the time that says in which partition they are. */
export interface Stored {
  readonly ids: readonly string[];
  readonly times: readonly Date[];
}

type EventFilters = Pick<WebhookFilters, 'topic' | 'resourceId'>;

/**
 * The deliveries of a subscription whose events have the topic and resource that are asked for, if these events are few
 * beside its deliveries; undefined if they are many, or neither is asked for.
 */
export async function deliveriesOfFew(
  db: EntityManager,
  accountId: string,
  { ownerId: subscriptionId, range }: OwnerList,
  filters: EventFilters,
): Promise<Stored | undefined> {
  const most = Math.min(EVENTS_MAX, Math.floor(lengthOf(range) / DELIVERIES_PER_EVENT));
  const events = most > 0 ? await eventsOf(db, accountId, filters, most + 1) : undefined;
  if (events === undefined || events.length > most) return undefined;
  const rows = await deliveriesAt(db, [{ subscriptionId, ...range }], events);
  return { ids: rows.map(({ id }) => id), times: rows.map(({ recorded_at: at }) => at) };
}

/** Up to a number of an account's events, each a range of an index. */
async function eventsOf(
  db: EntityManager,
  accountId: string,
  { topic, resourceId }: EventFilters,
  limit: number,
): Promise<EventKey[] | undefined> {
  if (resourceId !== undefined) {
    return db.query<EventKey[]>(
      `SELECT id, recorded_at FROM public_events
       WHERE resource_id = $1 AND account_id = $2 AND topic = ANY (coalesce($3, ARRAY[topic]))
       ORDER BY created_at, position LIMIT $4`,
      [resourceId, accountId, topic ?? null, limit],
    );
  }
  if (topic === undefined) return undefined;
  return db.query<EventKey[]>(
    `SELECT event.id, event.recorded_at FROM unnest($1::text[]) AS wanted (topic) CROSS JOIN LATERAL (
       SELECT id, recorded_at FROM public_events WHERE account_id = $2 AND topic = wanted.topic
       ORDER BY created_at, position LIMIT $3
     ) AS event LIMIT $3`,
    [topic, accountId, limit],
  );
}
