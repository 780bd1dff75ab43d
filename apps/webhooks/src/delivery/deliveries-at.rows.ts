import type { EntityManager } from 'typeorm';

/** A subscription, with the numbers of its oldest and its newest stored delivery. */
export interface SubscriptionRange {
  readonly subscriptionId: string;
  readonly oldest: number;
  readonly newest: number;
}

/** An event, with its time of recording, which decides in which partition the event and its deliveries are. */
export interface EventKey {
  readonly id: string;
  readonly recorded_at: Date;
}

export interface DeliveryOf {
  readonly id: string;
  readonly recorded_at: Date;
  readonly subscription_id: string;
  readonly event_id: string;
  /** A bigint, as text. */
  readonly sequence: string;
}

/**
 * Finds the deliveries of events. A subscription numbers its deliveries in the order in which events are recorded, so
 * the deliveries recorded at one moment follow each other. Bisection finds the first of them, and the first later one;
 * it copes with missing numbers. The times that it sees decide which partitions it still has to search.
 */
const DELIVERIES = `
  WITH RECURSIVE halved (subscription, moment, is_end, low, high, low_at, high_at) AS (
    SELECT subscription, moment, is_end, oldest, newest + 1, '-infinity'::timestamptz, 'infinity'::timestamptz
    FROM unnest($1::uuid[], $2::bigint[], $3::bigint[]) AS wanted (subscription, oldest, newest),
      (SELECT DISTINCT moment FROM unnest($4::timestamptz[]) AS moment) AS moments, (VALUES (false), (true)) AS side (is_end)
    UNION ALL
    SELECT subscription, moment, is_end,
      CASE WHEN is_before THEN number + 1 ELSE low END, CASE WHEN is_before THEN high ELSE (low + high) / 2 END,
      CASE WHEN is_before THEN at ELSE low_at END, CASE WHEN is_before THEN high_at ELSE coalesce(at, high_at) END
    FROM halved LEFT JOIN LATERAL (
      SELECT sequence AS number, recorded_at AS at, recorded_at < moment OR is_end AND recorded_at = moment AS is_before
      FROM deliveries
      WHERE subscription_id = subscription AND resend_of IS NULL AND sequence >= (low + high) / 2 AND sequence < high
        AND recorded_at >= low_at AND recorded_at <= high_at
      ORDER BY sequence LIMIT 1
    ) AS probe ON true
    WHERE low < high
  )
  SELECT delivery.*
  FROM halved AS first JOIN halved AS after USING (subscription, moment) CROSS JOIN LATERAL (
    SELECT id, recorded_at, subscription_id, event_id, sequence FROM deliveries
    WHERE subscription_id = subscription AND resend_of IS NULL AND recorded_at = moment
      AND sequence >= first.low AND sequence < after.low
    OFFSET 0
  ) AS delivery
  WHERE NOT first.is_end AND after.is_end AND first.low = first.high AND after.low = after.high
    AND event_id = ANY ($5::uuid[])`;

/**
 * Finds deliveries by bisection. An index on their events would cost an entry for each delivery, and another when it is
 * sent.
 */
export const deliveriesAt = (
  db: EntityManager,
  ranges: readonly SubscriptionRange[],
  events: readonly EventKey[],
): Promise<DeliveryOf[]> =>
  db.query<DeliveryOf[]>(DELIVERIES, [
    ranges.map(({ subscriptionId }) => subscriptionId),
    ranges.map(({ oldest }) => oldest),
    ranges.map(({ newest }) => newest),
    events.map(({ recorded_at: at }) => at),
    events.map(({ id }) => id),
  ]);
