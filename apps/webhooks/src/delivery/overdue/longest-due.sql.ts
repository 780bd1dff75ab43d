import { BY_INDEX } from '../by-index.sql.js';

/** How many subscriptions with pending deliveries are looked at. */
const LANES_MAX = 1_000;
/** How many deliveries are looked at of each subscription: those that are sent first. */
const OF_LANE_MAX = 20;

/**
 * Finds since when a delivery has been due that is not sent. Deliveries of paused subscriptions, and those that wait
 * behind another one in strict order, are not due; requested ones always are. Deliveries of replays are left out, since
 * they come after all others. A retry of an earlier version has no `due_at` and does not count.
 */
export const LONGEST_DUE = `
  CREATE FUNCTION longest_due(now_at timestamptz) RETURNS timestamptz
  LANGUAGE sql STABLE ${BY_INDEX} AS $$
    SELECT least(
      (
        SELECT min(CASE
          WHEN resend_of IS NOT NULL THEN requested_at
          WHEN tries = 0 OR due_at IS NOT NULL THEN coalesce(due_at, recorded_at)
        END)
        FROM (SELECT id FROM waiting_lanes() LIMIT ${LANES_MAX}) AS lane
        JOIN subscriptions ON subscriptions.id = lane.id
        CROSS JOIN LATERAL (
          SELECT paused OR strict_order AND EXISTS (
            SELECT FROM deliveries WHERE state = 'waiting' AND deliveries.subscription_id = lane.id
          ) AS is_stopped
          OFFSET 0
        ) AS gate
        CROSS JOIN LATERAL (
          SELECT resend_of, requested_at, replay_id, tries, due_at, recorded_at FROM deliveries
          WHERE state = 'pending' AND subscription_id = lane.id
          ORDER BY (replay_id IS NOT NULL), sequence
          LIMIT CASE WHEN strict_order AND NOT is_stopped THEN 1 ELSE ${OF_LANE_MAX} END
        ) AS pending
        WHERE replay_id IS NULL AND (resend_of IS NOT NULL OR NOT is_stopped)
      ),
      (
        SELECT min(retry_at)
        FROM (
          SELECT subscription_id, retry_at FROM deliveries
          WHERE state = 'waiting' AND retry_at < now_at ORDER BY retry_at LIMIT ${LANES_MAX}
        ) AS retry
        JOIN subscriptions ON subscriptions.id = subscription_id
        WHERE NOT paused
      )
    )
  $$`;
