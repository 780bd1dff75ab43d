import { BY_INDEX } from '../by-index.sql.js';

/**
 * Writes down attempts and the new states of their deliveries, unless one of the `untroubled` subscriptions has
 * failures to reset. A delivery that was in flight when a pause ended its retries gets none.
 *
 * @returns whether it did
 */
export const WRITE_SUBSCRIBED_ATTEMPTS = `
  CREATE FUNCTION write_subscribed_attempts(
    ids uuid[], delivery_ids uuid[], resend_ids uuid[], subscription_ids uuid[], times timestamptz[],
    durations integer[], signatures jsonb[], status_codes integer[], errors text[], answers bytea[],
    moved_ids uuid[], moved_at timestamptz[], states text[], retry_times timestamptz[], untroubled uuid[]
  ) RETURNS boolean LANGUAGE sql ${BY_INDEX} AS $$
    WITH troubled AS MATERIALIZED (
      SELECT FROM subscriptions WHERE id = ANY (untroubled) AND failures > 0
    ), noted AS (
      INSERT INTO attempts (
        id, delivery_id, resend_id, subscription_id, attempted_at, duration_ms, signatures, status_code, error,
        sealed_answer
      )
      SELECT * FROM unnest(
        ids, delivery_ids, resend_ids, subscription_ids, times, durations, signatures, status_codes, errors, answers
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
