import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EventRow } from '../event/get-events/event.rows.js';
import { eventOf } from '../event/get-events/event.rows.js';
import type { PublicEvent } from '../event/public-event.js';
import type { Attempt } from './attempt.js';
import { isDelivered } from './attempt.js';
import { ANNOUNCE, WORKER_LOCK_CLASS } from '../event/delivery-signal.session.js';

/** A subscription that deliveries wait for. */
export interface WaitingLane {
  readonly subscriptionId: string;
  /** Since or from when the first of them is due. */
  readonly dueAt: Date;
  /** Where some are due: when the next of the others will be, which may be what they have to wait for. */
  readonly nextAt?: Date;
}

/** A delivery that a worker may attempt until its lease ends. */
export interface ClaimedDelivery {
  readonly id: string;
  readonly recordedAt: Date;
  readonly subscriptionId: string;
  readonly url: string;
  readonly sealedSecret: Buffer;
  readonly event: PublicEvent;
  /** Of the event among those of the subscription. */
  readonly sequence: number;
  /** Number of the worker that leases it. */
  readonly worker: number;
  readonly leasedUntil: Date;
}

/** A claim that was not used, and from when on anyone may claim the delivery. */
export interface GivenBack {
  readonly delivery: ClaimedDelivery;
  readonly dueAt: Date;
}

interface ClaimedRow extends EventRow {
  readonly delivery_id: string;
  readonly recorded_at: Date;
  readonly subscription_id: string;
  readonly url: string;
  readonly sealed_secret: Buffer;
  /** A bigint, as text. */
  readonly sequence: string;
}

/**
 * Deliveries as a queue with a lane per subscription. A claim is a lease: it moves `due_at` to the lease's end, so that a
 * delivery whose worker died becomes due again by itself. Deliveries of one resource are one worker's at a time.
 */
@Injectable()
export class DeliveryQueue {
  constructor(private readonly dataSource: DataSource) {}

  /** Every lane that holds pending deliveries, leased ones too. Its cost goes by the lanes, not by their length. */
  async waitingLanes(now: Date): Promise<WaitingLane[]> {
    const rows = await this.dataSource.query<{ subscription_id: string; due_at: Date; next_at: Date | null }[]>(
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
       SELECT lane.subscription_id, lane.due_at, later.due_at AS next_at
       FROM lane LEFT JOIN LATERAL (
         SELECT due_at FROM deliveries
         WHERE state = 'pending' AND subscription_id = lane.subscription_id AND due_at > $1
         ORDER BY subscription_id, due_at LIMIT 1
       ) later ON lane.due_at <= $1`,
      [now],
    );
    return rows.map((row) => ({
      subscriptionId: row.subscription_id,
      dueAt: row.due_at,
      nextAt: row.next_at ?? undefined,
    }));
  }

  /**
   * Leases up to `room` due deliveries of each lane, in the order of their events, to a worker that sends those of one
   * resource one after the other. A delivery stays where another worker, or nobody for now, holds an earlier one.
   *
   * After an error the worker may hold leases that it knows nothing of.
   */
  async claim(
    rooms: ReadonlyMap<string, number>,
    { worker, now, leasedUntil }: { readonly worker: number; readonly now: Date; readonly leasedUntil: Date },
  ): Promise<ClaimedDelivery[]> {
    const lanes = [...rooms.keys()];
    const [answer] = await this.dataSource.query<{ claimed: number }[]>(
      'SELECT claim_deliveries($1, $2, $3, $4, $5) AS claimed',
      [lanes, [...rooms.values()], worker, now, leasedUntil],
    );
    return answer?.claimed === 0 ? [] : this.claimed(lanes, worker, leasedUntil);
  }

  /** What a worker leases until then. */
  private async claimed(lanes: readonly string[], worker: number, leasedUntil: Date): Promise<ClaimedDelivery[]> {
    const rows = await this.dataSource.query<ClaimedRow[]>(
      `SELECT claimed.id AS delivery_id, claimed.subscription_id, claimed.sequence, subscriptions.url, subscriptions.sealed_secret, public_events.*
       FROM unnest($1::uuid[]) AS lane (subscription_id)
       CROSS JOIN LATERAL (
         SELECT * FROM deliveries
         WHERE state = 'pending' AND subscription_id = lane.subscription_id AND due_at = $3 AND leased_by = $2
       ) claimed
       JOIN subscriptions ON subscriptions.id = claimed.subscription_id
       JOIN public_events ON public_events.id = claimed.event_id AND public_events.recorded_at = claimed.recorded_at
       ORDER BY claimed.subscription_id, claimed.sequence`,
      [lanes, worker, leasedUntil],
    );
    return rows.map((row) => ({
      id: row.delivery_id,
      recordedAt: row.recorded_at,
      subscriptionId: row.subscription_id,
      url: row.url,
      sealedSecret: row.sealed_secret,
      event: eventOf(row),
      sequence: Number(row.sequence),
      worker,
      leasedUntil,
    }));
  }

  /**
   * Records what came of attempts, all of them in one statement. What was delivered once stays delivered. A failure counts
   * for whoever holds the lease still: another's attempt may be under way, and what follows has to wait for that one.
   */
  async settle(attempts: readonly Attempt[]): Promise<void> {
    await this.dataSource.query(
      `WITH attempt AS (
         SELECT * FROM unnest(
           $1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[], $5::int[], $6::int[], $7::text[], $8::text[],
           $9::int[]
         ) AS attempt (id, delivery_id, recorded_at, attempted_at, duration_ms, status_code, error, state, worker)
       ), noted AS (
         INSERT INTO attempts (id, delivery_id, attempted_at, duration_ms, status_code, error)
         SELECT id, delivery_id, attempted_at, duration_ms, status_code, error FROM attempt
         ON CONFLICT DO NOTHING
       )
       UPDATE deliveries SET state = attempt.state, leased_by = NULL
       FROM attempt
       WHERE deliveries.id = attempt.delivery_id AND deliveries.recorded_at = attempt.recorded_at
         AND deliveries.state <> 'delivered'
         AND (attempt.state = 'delivered' OR deliveries.leased_by = attempt.worker)`,
      [
        attempts.map(({ id }) => id),
        attempts.map(({ deliveryId }) => deliveryId),
        attempts.map(({ recordedAt }) => recordedAt),
        attempts.map(({ at }) => at),
        attempts.map(({ durationMs }) => durationMs),
        attempts.map(({ result }) => ('statusCode' in result ? result.statusCode : null)),
        attempts.map(({ result }) => ('error' in result ? result.error : null)),
        attempts.map(({ result }) => (isDelivered(result) ? 'delivered' : 'failed')),
        attempts.map(({ worker }) => worker),
      ],
    );
  }

  /**
   * Gives back claims that will not be attempted, those that are still its own, and tells all workers. Found by their ids,
   * as in `claim_deliveries`.
   */
  async release(claims: readonly GivenBack[]): Promise<void> {
    await this.dataSource.query(
      `WITH released AS (
         UPDATE deliveries SET due_at = given.due_at, leased_by = NULL
         FROM unnest($1::uuid[], $2::timestamptz[], $3::int[], $4::timestamptz[])
           AS given (id, recorded_at, worker, due_at)
         WHERE deliveries.id = given.id AND deliveries.recorded_at = given.recorded_at
           AND state NOT IN ('delivered', 'failed') AND leased_by = given.worker
       )
       ${ANNOUNCE}`,
      [
        claims.map(({ delivery }) => delivery.id),
        claims.map(({ delivery }) => delivery.recordedAt),
        claims.map(({ delivery }) => delivery.worker),
        claims.map(({ dueAt }) => dueAt),
      ],
    );
  }

  /**
   * Makes due what workers had claimed that live no more, and what was claimed under `former` numbers of the caller's, and
   * tells all workers: how those attempts ended will never be known. A lost connection may still hold its lock here.
   */
  async takeOver(former: readonly number[]): Promise<void> {
    await this.dataSource.query(
      `WITH taken AS (
         UPDATE deliveries SET due_at = recorded_at, leased_by = NULL
         WHERE state = 'pending' AND leased_by IS NOT NULL AND (leased_by = ANY ($2) OR leased_by NOT IN (
           SELECT objid::bigint FROM pg_locks
           WHERE locktype = 'advisory' AND granted AND classid::bigint = $1 AND objsubid = 2
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
         ))
       )
       ${ANNOUNCE}`,
      [WORKER_LOCK_CLASS, former],
    );
  }
}
