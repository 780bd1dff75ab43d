import { DAY_MS } from '@halyard/core';
import type { EntityManager } from 'typeorm';

interface HealthRow {
  readonly sequence: string;
  readonly backlog: string;
  readonly oldestWaiting: Date | null;
  readonly lastSuccess: Date | null;
  readonly lastFailure: Date | null;
  readonly attempts: string;
  readonly failed: string;
}

/** Each part of the query has its own index, and is written with the same conditions as that index. */
const READ_HEALTH = `
  WITH waiting AS MATERIALIZED (
    SELECT recorded_at FROM deliveries WHERE subscription_id = $1 AND state = 'pending' AND resend_of IS NULL
    UNION ALL
    SELECT recorded_at FROM deliveries WHERE subscription_id = $1 AND state = 'waiting' AND resend_of IS NULL
    UNION ALL
    SELECT recorded_at FROM deliveries WHERE subscription_id = $1 AND state = 'held' AND resend_of IS NULL
  ), day AS (
    SELECT count(*) AS attempts,
      count(*) FILTER (WHERE status_code IS NULL OR status_code < 200 OR status_code > 299) AS failed
    FROM attempts WHERE subscription_id = $1 AND attempted_at > $2
  )
  SELECT subscription.sequence, waiting.*, day.*,
    (SELECT attempted_at FROM attempts WHERE subscription_id = $1 AND status_code BETWEEN 200 AND 299
     ORDER BY attempted_at DESC LIMIT 1) AS "lastSuccess",
    (SELECT attempted_at FROM attempts
     WHERE subscription_id = $1 AND (status_code IS NULL OR status_code < 200 OR status_code > 299)
     ORDER BY attempted_at DESC LIMIT 1) AS "lastFailure"
  FROM subscriptions AS subscription, day,
    (SELECT count(*) AS backlog, min(recorded_at) AS "oldestWaiting" FROM waiting) AS waiting
  WHERE subscription.id = $1`;

/** @returns undefined if the subscription has just been deleted */
export async function readHealth(
  database: EntityManager,
  subscriptionId: string,
  now: Date,
): Promise<HealthRow | undefined> {
  const [row] = await database.query<HealthRow[]>(READ_HEALTH, [subscriptionId, new Date(now.getTime() - DAY_MS)]);
  return row;
}
