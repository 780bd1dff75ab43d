import type { EntityManager } from 'typeorm';
import { ANNOUNCE } from '../event/delivery-notices.rows.js';
import type { Replay } from './replay.entity.js';

/** How many deliveries of the range one part covers. */
const STEP = 500;
/** A subscription with this many pending deliveries gets no more from a replay. */
const PENDING_MAX = 5_000;

/**
 * @returns false if somebody else has locked the replay. Waiting could deadlock: a transaction that deletes the
 * subscription waits for deliveries that this one has moved
 */
export async function lockReplay(tx: EntityManager, id: string): Promise<boolean> {
  const rows = await tx.query<unknown[]>('SELECT FROM replays WHERE id = $1 FOR UPDATE SKIP LOCKED', [id]);
  return rows.length > 0;
}

/** Whether the subscription has so many pending deliveries that a replay must wait. */
export async function isFull(tx: EntityManager, subscriptionId: string): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    `SELECT FROM deliveries WHERE subscription_id = $1 AND state = 'pending'
     ORDER BY (replay_id IS NOT NULL), sequence OFFSET $2 LIMIT 1`,
    [subscriptionId, PENDING_MAX - 1],
  );
  return rows.length > 0;
}

/** Adds a resend of each delivery in the next part of the range and records the replay's progress, in one statement. */
export async function queuePart(tx: EntityManager, replay: Replay, requestedAt: Date): Promise<void> {
  const to = await endOfPart(tx, replay);
  await tx.query(
    `WITH resent AS (
       INSERT INTO deliveries (
         recorded_at, subscription_id, sequence, event_id, resource_id, state, resend_of, requested_at, replay_id, url
       )
       SELECT first.recorded_at, subscription_id, first.sequence, event_id, first.resource_id, 'pending', first.id,
         $4::timestamptz, $5::uuid, $6::text
       FROM deliveries AS first
       JOIN public_events ON public_events.id = event_id AND public_events.recorded_at = first.recorded_at
       WHERE subscription_id = $1 AND resend_of IS NULL AND first.sequence > $2 AND first.sequence <= $3
         AND created_at >= coalesce($7, '-infinity'::timestamptz) AND created_at < coalesce($8, 'infinity'::timestamptz)
       ORDER BY first.sequence
       RETURNING 1
     )
     UPDATE replays SET queued = $3, events = events + (SELECT count(*) FROM resent) WHERE id = $5`,
    [
      replay.subscriptionId,
      replay.queued,
      to,
      requestedAt,
      replay.id,
      replay.url,
      replay.createdFrom,
      replay.createdBefore,
    ],
  );
  await tx.query(ANNOUNCE);
}

/** The last number of the next part. Numbers without a delivery don't count: a restore leaves a gap of a million. */
async function endOfPart(tx: EntityManager, { subscriptionId, queued, toSequence }: Replay): Promise<number> {
  const [row] = await tx.query<{ sequence: string }[]>(
    `SELECT sequence FROM deliveries
     WHERE subscription_id = $1 AND resend_of IS NULL AND sequence > $2 AND sequence <= $3
     ORDER BY sequence OFFSET $4 LIMIT 1`,
    [subscriptionId, queued, toSequence, STEP - 1],
  );
  return row ? Number(row.sequence) : toSequence;
}

/** How many finished replays of a subscription are stored. Clients could otherwise add more without end. */
const DONE_MAX = 100;

export async function forgetOld(tx: EntityManager, subscriptionId: string): Promise<void> {
  await tx.query(
    `DELETE FROM replays WHERE id IN (
       SELECT id FROM replays WHERE subscription_id = $1 AND queued >= to_sequence ORDER BY id DESC OFFSET $2
     )`,
    [subscriptionId, DONE_MAX - 1],
  );
}
