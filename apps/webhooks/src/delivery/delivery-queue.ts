import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EventRow } from '../event/get-events/event-rows.js';
import { eventOf } from '../event/get-events/event-rows.js';
import type { PublicEvent } from '../event/public-event.js';
import type { Attempt } from './attempt.js';
import { isDelivered } from './attempt.js';
import { WORKER_LOCK_CLASS } from './delivery-signal.js';

/** A subscription that deliveries wait for, and since or from when the first of them is due. */
export interface WaitingLane {
  readonly subscriptionId: string;
  readonly dueAt: Date;
}

/** A delivery that this worker may attempt until its lease ends. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly recordedAt: Date;
  readonly subscriptionId: string;
  readonly url: string;
  readonly sealedSecret: Buffer;
  readonly event: PublicEvent;
  readonly leasedUntil: Date;
}

interface ClaimedRow extends EventRow {
  readonly delivery_id: string;
  readonly recorded_at: Date;
  readonly subscription_id: string;
  readonly url: string;
  readonly sealed_secret: Buffer;
}

/**
 * Deliveries as a queue with a lane per subscription. A claim is a lease: it moves `due_at` to the lease's end, so that a
 * delivery whose worker died becomes due again by itself.
 */
@Injectable()
export class DeliveryQueue {
  constructor(private readonly dataSource: DataSource) {}

  /** Every lane that holds pending deliveries, leased ones too. Its cost goes by the lanes, not by their length. */
  async waitingLanes(): Promise<WaitingLane[]> {
    const rows = await this.dataSource.query<{ subscription_id: string; due_at: Date }[]>(
      `WITH RECURSIVE lane AS (
         (SELECT subscription_id, due_at FROM deliveries WHERE state = 'pending' ORDER BY subscription_id, due_at LIMIT 1)
         UNION ALL
         SELECT next.subscription_id, next.due_at
         FROM lane CROSS JOIN LATERAL (
           SELECT subscription_id, due_at FROM deliveries
           WHERE state = 'pending' AND subscription_id > lane.subscription_id
           ORDER BY subscription_id, due_at LIMIT 1
         ) next
       )
       SELECT subscription_id, due_at FROM lane`,
    );
    return rows.map(({ subscription_id: subscriptionId, due_at: dueAt }) => ({ subscriptionId, dueAt }));
  }

  /** Leases up to `room` due deliveries of each lane, oldest first, passing over what another worker is just taking. */
  async claim(
    rooms: ReadonlyMap<string, number>,
    { worker, now, leasedUntil }: { readonly worker: number; readonly now: Date; readonly leasedUntil: Date },
  ): Promise<ClaimedDelivery[]> {
    const rows = await this.dataSource.query<ClaimedRow[]>(
      `WITH lane AS (
         SELECT * FROM unnest($1::uuid[], $2::int[]) AS lane (subscription_id, room)
       ), picked AS (
         SELECT due.id, due.recorded_at
         FROM lane CROSS JOIN LATERAL (
           SELECT id, recorded_at FROM deliveries
           WHERE state = 'pending' AND subscription_id = lane.subscription_id AND due_at <= $3
           ORDER BY due_at, id LIMIT lane.room
           FOR UPDATE SKIP LOCKED
         ) due
       ), claimed AS (
         UPDATE deliveries SET due_at = $4, leased_by = $5
         FROM picked
         WHERE deliveries.id = picked.id AND deliveries.recorded_at = picked.recorded_at
         RETURNING deliveries.id, deliveries.recorded_at, deliveries.subscription_id, deliveries.event_id
       )
       SELECT claimed.id AS delivery_id, claimed.subscription_id, subscriptions.url, subscriptions.sealed_secret, public_events.*
       FROM claimed
       JOIN subscriptions ON subscriptions.id = claimed.subscription_id
       JOIN public_events ON public_events.id = claimed.event_id AND public_events.recorded_at = claimed.recorded_at
       ORDER BY public_events.position`,
      [[...rooms.keys()], [...rooms.values()], now, leasedUntil, worker],
    );
    return rows.map((row) => ({
      id: row.delivery_id,
      recordedAt: row.recorded_at,
      subscriptionId: row.subscription_id,
      url: row.url,
      sealedSecret: row.sealed_secret,
      event: eventOf(row),
      leasedUntil,
    }));
  }

  /** Records what came of attempts, all of them in one statement. What was delivered once stays delivered. */
  async settle(attempts: readonly Attempt[]): Promise<void> {
    await this.dataSource.query(
      `WITH attempt AS (
         SELECT * FROM unnest(
           $1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::int[], $6::int[], $7::text[], $8::text[]
         ) AS attempt (id, delivery_id, recorded_at, attempted_at, duration_ms, status_code, error, state)
       ), noted AS (
         INSERT INTO attempts (id, delivery_id, attempted_at, duration_ms, status_code, error)
         SELECT id, delivery_id, attempted_at, duration_ms, status_code, error FROM attempt
         ON CONFLICT DO NOTHING
       )
       UPDATE deliveries SET state = attempt.state, leased_by = NULL
       FROM attempt
       WHERE deliveries.id = attempt.delivery_id AND deliveries.recorded_at = attempt.recorded_at
         AND deliveries.state <> 'delivered'`,
      [
        attempts.map(({ id }) => id),
        attempts.map(({ deliveryId }) => deliveryId),
        attempts.map(({ recordedAt }) => recordedAt),
        attempts.map(({ at }) => at),
        attempts.map(({ durationMs }) => durationMs),
        attempts.map(({ result }) => ('statusCode' in result ? result.statusCode : null)),
        attempts.map(({ result }) => ('error' in result ? result.error : null)),
        attempts.map(({ result }) => (isDelivered(result) ? 'delivered' : 'failed')),
      ],
    );
  }

  /** Gives back claims that will not be attempted. */
  async release(deliveries: readonly ClaimedDelivery[], now: Date): Promise<void> {
    await this.dataSource.query(
      `UPDATE deliveries SET due_at = $3, leased_by = NULL
       FROM unnest($1::uuid[], $2::timestamptz[]) AS given (id, recorded_at)
       WHERE deliveries.id = given.id AND deliveries.recorded_at = given.recorded_at AND state = 'pending'`,
      [deliveries.map(({ id }) => id), deliveries.map(({ recordedAt }) => recordedAt), now],
    );
  }

  /** Makes due what workers had claimed that live no more: how their attempts ended will never be known. */
  async takeOverFromDead(now: Date): Promise<void> {
    await this.dataSource.query(
      `UPDATE deliveries SET due_at = $1, leased_by = NULL
       WHERE state = 'pending' AND leased_by IS NOT NULL AND leased_by NOT IN (
         SELECT objid::bigint FROM pg_locks
         WHERE locktype = 'advisory' AND granted AND classid::bigint = $2 AND objsubid = 2
           AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
       )`,
      [now, WORKER_LOCK_CLASS],
    );
  }
}
