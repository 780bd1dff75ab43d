/**
 * Statistics lag behind a queue: whatever they say, it is read through its indexes, in their order, and never sorted.
 */
const BY_INDEX = `
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off
  SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan`;

/**
 * Subscriptions with pending deliveries, by one index lookup each. A paused one is included only for repetitions that
 * were asked for.
 */
const WAITING_LANES = `
  CREATE FUNCTION waiting_lanes() RETURNS TABLE (id uuid, leased_by integer, leased_until timestamptz)
  LANGUAGE sql STABLE ${BY_INDEX} AS $$
    WITH RECURSIVE lane AS (
      (SELECT subscription_id FROM deliveries WHERE state = 'pending' ORDER BY subscription_id LIMIT 1)
      UNION ALL
      SELECT next.subscription_id
      FROM lane CROSS JOIN LATERAL (
        SELECT subscription_id FROM deliveries
        WHERE state = 'pending' AND subscription_id > lane.subscription_id
        ORDER BY subscription_id LIMIT 1
      ) next
    )
    SELECT subscriptions.id, subscriptions.leased_by, subscriptions.leased_until
    FROM lane JOIN subscriptions ON subscriptions.id = lane.subscription_id
    WHERE NOT paused OR EXISTS (
      SELECT FROM deliveries
      WHERE state = 'pending' AND deliveries.subscription_id = lane.subscription_id AND resend_of IS NOT NULL
    )
  $$`;

/**
 * Up to a room's number of pending deliveries of each lane, by number, replays last, without those that the caller
 * holds. When the subscription is paused, or in strict order something waits for its retry, only repetitions that were
 * asked for.
 */
const CLAIMABLE_DELIVERIES = `
  CREATE FUNCTION claimable_deliveries(lanes uuid[], rooms integer[], holds uuid[])
  RETURNS TABLE (delivery deliveries, subscription subscriptions, event public_events)
  LANGUAGE sql STABLE ${BY_INDEX} AS $$
    SELECT pending.delivery, subscriptions, public_events
    FROM unnest(lanes, rooms) AS lane (subscription_id, room)
    JOIN subscriptions ON subscriptions.id = lane.subscription_id
    CROSS JOIN LATERAL (
      SELECT paused OR strict_order AND EXISTS (
        SELECT FROM deliveries WHERE state = 'waiting' AND deliveries.subscription_id = lane.subscription_id
      ) AS is_stopped
      OFFSET 0
    ) AS gate
    CROSS JOIN LATERAL (
      SELECT deliveries AS delivery, event_id, recorded_at FROM deliveries
      WHERE state = 'pending' AND deliveries.subscription_id = lane.subscription_id
        AND deliveries.id NOT IN (SELECT unnest(holds)) AND (resend_of IS NOT NULL OR NOT is_stopped)
      ORDER BY (replay_id IS NOT NULL), sequence LIMIT lane.room
    ) AS pending
    JOIN public_events ON public_events.id = pending.event_id AND public_events.recorded_at = pending.recorded_at
  $$`;

/**
 * Writes down attempts and the new states of their deliveries, unless one of the `untroubled` subscriptions has
 * failures to reset. A delivery that was in flight when a pause ended its retries gets none.
 *
 * @returns whether it did
 */
const WRITE_ATTEMPTS = `
  CREATE FUNCTION write_attempts(
    ids uuid[], delivery_ids uuid[], resend_ids uuid[], times timestamptz[], durations integer[], signatures jsonb[],
    status_codes integer[], errors text[], answers bytea[],
    moved_ids uuid[], moved_at timestamptz[], states text[], retry_times timestamptz[], untroubled uuid[]
  ) RETURNS boolean LANGUAGE sql ${BY_INDEX} AS $$
    WITH troubled AS MATERIALIZED (
      SELECT FROM subscriptions WHERE id = ANY (untroubled) AND failures > 0
    ), noted AS (
      INSERT INTO attempts (
        id, delivery_id, resend_id, attempted_at, duration_ms, signatures, status_code, error, sealed_answer
      )
      SELECT * FROM unnest(
        ids, delivery_ids, resend_ids, times, durations, signatures, status_codes, errors, answers
      )
      WHERE NOT EXISTS (SELECT FROM troubled)
      ON CONFLICT DO NOTHING
    ), moved AS (
      UPDATE deliveries SET
        state = CASE WHEN deliveries.state = 'held' AND move.state = 'waiting' THEN 'held' ELSE move.state END,
        retry_at = CASE WHEN deliveries.state <> 'held' THEN move.retry_at END,
        tries = tries + 1
      FROM unnest(moved_ids, moved_at, states, retry_times) AS move (id, recorded_at, state, retry_at)
      WHERE deliveries.id = move.id AND deliveries.recorded_at = move.recorded_at AND deliveries.state <> 'delivered'
        AND NOT EXISTS (SELECT FROM troubled)
    )
    SELECT NOT EXISTS (SELECT FROM troubled)
  $$`;

export const QUEUE_FUNCTIONS = [WAITING_LANES, CLAIMABLE_DELIVERIES, WRITE_ATTEMPTS];
