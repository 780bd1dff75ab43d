import { lengthOf, type OwnerList } from '@halyard/lists';
import type { EntityManager } from 'typeorm';
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
 * beside its deliveries; undefined if they are many, or neither is asked for. Deliveries have no index on their events,
 * which would cost each of them an entry, and one more when it is sent.
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
  const rows = await db.query<EventKey[]>(DELIVERIES, [
    subscriptionId,
    range.oldest,
    range.newest,
    events.map(({ recorded_at: at }) => at),
    events.map(({ id }) => id),
  ]);
  return { ids: rows.map(({ id }) => id), times: rows.map(({ recorded_at: at }) => at) };
}

interface EventKey {
  readonly id: string;
  readonly recorded_at: Date;
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

/**
 * A subscription's deliveries are numbered in the order in which their events are recorded, so those of a moment follow
 * each other: the first of them, and the first that is later, are found by halving. Numbers may be missing. What was
 * seen of the times says which partitions are still to be looked into.
 */
const DELIVERIES = `
  WITH RECURSIVE halved (moment, is_end, low, high, low_at, high_at) AS (
    SELECT moment, is_end, $2::bigint, $3::bigint + 1, '-infinity'::timestamptz, 'infinity'::timestamptz
    FROM (SELECT DISTINCT moment FROM unnest($4::timestamptz[]) AS moment) AS moments, (VALUES (false), (true)) AS side (is_end)
    UNION ALL
    SELECT moment, is_end,
      CASE WHEN is_before THEN number + 1 ELSE low END, CASE WHEN is_before THEN high ELSE (low + high) / 2 END,
      CASE WHEN is_before THEN at ELSE low_at END, CASE WHEN is_before THEN high_at ELSE coalesce(at, high_at) END
    FROM halved LEFT JOIN LATERAL (
      SELECT sequence AS number, recorded_at AS at, recorded_at < moment OR is_end AND recorded_at = moment AS is_before
      FROM deliveries
      WHERE subscription_id = $1 AND resend_of IS NULL AND sequence >= (low + high) / 2 AND sequence < high
        AND recorded_at >= low_at AND recorded_at <= high_at
      ORDER BY sequence LIMIT 1
    ) AS probe ON true
    WHERE low < high
  )
  SELECT deliveries.id, deliveries.recorded_at
  FROM halved AS first JOIN halved AS after USING (moment)
  JOIN deliveries ON subscription_id = $1 AND resend_of IS NULL AND deliveries.recorded_at = moment
    AND sequence >= first.low AND sequence < after.low
  WHERE NOT first.is_end AND after.is_end AND first.low = first.high AND after.low = after.high
    AND event_id = ANY ($5::uuid[])`;
