import { idsBeginning } from '@halyard/core';
import { lengthOf, type OwnerList } from '@halyard/lists';
import type { EntityManager } from 'typeorm';
import { type DeliveryOf, deliveriesAt, type EventKey } from '../deliveries-at.rows.js';
import { isOfId, topicsWith, type WebhookFilters } from './webhook-filters.js';

/** The most events whose deliveries are looked up one by one. For more, reading all deliveries is faster. */
const EVENTS_MAX = 100;
/** Looking up the deliveries of one event takes about as long as reading this many deliveries. */
const DELIVERIES_PER_EVENT = 10_000;

/** Ids of events or deliveries, with the times that decide in which partitions these are. */
export interface DatedIds {
  readonly ids: readonly string[];
  readonly times: readonly Date[];
}

type EventFilters = Pick<WebhookFilters, 'topic' | 'resourceId' | 'search'>;

/**
 * Finds the subscription's deliveries of the events that match topic, resource and id. @returns undefined if none of
 * these filters is set, or if so many events match that reading all of the subscription's deliveries is faster
 */
export async function deliveriesOfFew(
  db: EntityManager,
  accountId: string,
  { ownerId: subscriptionId, range }: OwnerList,
  filters: EventFilters,
): Promise<DatedIds | undefined> {
  const most = Math.min(EVENTS_MAX, Math.floor(lengthOf(range) / DELIVERIES_PER_EVENT));
  const events = most > 0 ? await eventsOf(db, accountId, filters, most + 1) : undefined;
  if (events === undefined || events.length > most) return undefined;
  const rows: Pick<DeliveryOf, 'id' | 'recorded_at'>[] = await deliveriesAt(db, [{ subscriptionId, ...range }], events);
  if (filters.search !== undefined && isOfId(filters.search)) {
    const ofIds = await db.query<DeliveryOf[]>(OF_IDS, [...idsBeginning(filters.search), subscriptionId, most + 1]);
    if (ofIds.length > most) return undefined;
    rows.push(...ofIds);
  }
  return { ids: rows.map(({ id }) => id), times: rows.map(({ recorded_at: at }) => at) };
}

const OF_IDS = `
  SELECT id, recorded_at FROM deliveries
  WHERE id BETWEEN $1 AND $2 AND subscription_id = $3 AND resend_of IS NULL LIMIT $4`;

/** Up to `limit` of an account's events. Each query reads a range of one index. */
async function eventsOf(
  db: EntityManager,
  accountId: string,
  { topic, resourceId, search }: EventFilters,
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
  if (search !== undefined && isOfId(search)) {
    return db.query<EventKey[]>(
      `(SELECT id, recorded_at FROM public_events WHERE id BETWEEN $1 AND $2 AND account_id = $3 LIMIT $4) UNION
       (SELECT id, recorded_at FROM public_events WHERE resource_id BETWEEN $1 AND $2 AND account_id = $3 LIMIT $4)`,
      [...idsBeginning(search), accountId, limit],
    );
  }
  const topics = topic ?? (search === undefined ? undefined : topicsWith(search));
  if (topics === undefined) return undefined;
  return db.query<EventKey[]>(
    `SELECT event.id, event.recorded_at FROM unnest($1::text[]) AS wanted (topic) CROSS JOIN LATERAL (
       SELECT id, recorded_at FROM public_events WHERE account_id = $2 AND topic = wanted.topic
       ORDER BY created_at, position LIMIT $3
     ) AS event LIMIT $3`,
    [topics, accountId, limit],
  );
}
