import { binaryColumns, type PreparedStatement } from '@halyard/persistence';
import type { Attempt } from '../delivery.js';
import { BY_INDEX } from '../by-index.sql.js';

interface AttemptsFunction {
  readonly name: string;
  /** The SQL that adds the subscription of each attempt: `parameter` (with its comma), `column` and `argument`. */
  readonly parameter: string;
  readonly column: string;
  readonly argument: string;
}

/**
 * Defines the function that writes down attempts and the new states of their deliveries. It writes nothing if one of
 * the `untroubled` subscriptions has failures to reset. If a pause ended a delivery's retries while it was in flight,
 * the delivery gets no retry.
 * @returns whether it wrote them
 */
const attemptsFunction = ({ name, parameter, column, argument }: AttemptsFunction): string => `
  CREATE FUNCTION ${name}(
    ids uuid[], delivery_ids uuid[], resend_ids uuid[], ${parameter}times timestamptz[], durations integer[],
    signatures jsonb[], status_codes integer[], errors text[], answers bytea[],
    moved_ids uuid[], moved_at timestamptz[], states text[], retry_times timestamptz[], untroubled uuid[]
  ) RETURNS boolean LANGUAGE sql ${BY_INDEX} AS $$
    WITH troubled AS MATERIALIZED (
      SELECT FROM subscriptions WHERE id = ANY (untroubled) AND failures > 0
    ), noted AS (
      INSERT INTO attempts (
        id, delivery_id, resend_id, ${column}attempted_at, duration_ms, signatures, status_code, error, sealed_answer
      )
      SELECT * FROM unnest(
        ids, delivery_ids, resend_ids, ${argument}times, durations, signatures, status_codes, errors, answers
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

/**
 * The older function, for processes of an earlier version. `write_subscribed_attempts` also stores the attempts'
 * subscriptions.
 */
export const WRITE_ATTEMPTS = attemptsFunction({ name: 'write_attempts', parameter: '', column: '', argument: '' });

export const WRITE_SUBSCRIBED_ATTEMPTS = attemptsFunction({
  name: 'write_subscribed_attempts',
  parameter: 'subscription_ids uuid[], ',
  column: 'subscription_id, ',
  argument: 'subscription_ids, ',
});

export const WRITE_ATTEMPTS_WITHIN: PreparedStatement = {
  name: 'write-attempts',
  text: `SELECT write_subscribed_attempts(
    $1, $2, $3, $4, $5, $6, $7::text[]::jsonb[], $8, $9, $10, $11, $12, $13, $14, $15
  ) AS written`,
};

/** Commits without waiting for the disk. If the database server then crashes, the deliveries are sent again. */
export const WRITE_ATTEMPTS_ALONE: PreparedStatement = {
  name: 'write-attempts-alone',
  text: `SELECT set_config('synchronous_commit', 'off', true), written FROM (${WRITE_ATTEMPTS_WITHIN.text}) AS attempts`,
};

export interface Move {
  readonly id: string;
  readonly recordedAt: Date;
  readonly state: 'delivered' | 'waiting' | 'held' | 'failed';
  readonly retryAt?: Date;
}

interface WrittenAttempts {
  readonly attempts: readonly Attempt[];
  /** The sealed answer of each attempt; null if it has none. */
  readonly answers: readonly (Buffer | null)[];
  readonly moves: readonly Move[];
  /** Subscriptions that the worker believes to have no failures. */
  readonly untroubled: readonly string[];
}

/** Sorts moves by the ids of their deliveries: all code that locks several deliveries locks them in this order. */
const inOrder = (moves: readonly Move[]): readonly Move[] => moves.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The parameters of `write_subscribed_attempts`, in their order. */
export function valuesOf({ attempts, answers, moves, untroubled }: WrittenAttempts): Buffer[] {
  return [
    ...binaryColumns(
      attempts,
      ['uuid', ({ id }) => id],
      ['uuid', ({ delivery }) => delivery.resendOf ?? delivery.id],
      ['uuid', ({ delivery }) => (delivery.resendOf === undefined ? null : delivery.id)],
      ['uuid', ({ delivery }) => delivery.subscription.id],
      ['timestamptz', ({ at }) => at],
      ['integer', ({ durationMs }) => durationMs],
      ['text', ({ signatures }) => JSON.stringify(signatures)],
      ['integer', ({ result }) => ('statusCode' in result ? result.statusCode : null)],
      ['text', ({ result }) => ('error' in result ? result.error : null)],
    ),
    ...binaryColumns(answers, ['bytea', (answer) => answer]),
    ...binaryColumns(
      inOrder(moves),
      ['uuid', ({ id }) => id],
      ['timestamptz', ({ recordedAt }) => recordedAt],
      ['text', ({ state }) => state],
      ['timestamptz', (move) => move.retryAt ?? null],
    ),
    ...binaryColumns(untroubled, ['uuid', (id) => id]),
  ];
}
