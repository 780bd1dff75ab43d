import { Injectable } from '@nestjs/common';
import { binaryColumns, queryPrepared, type Statement } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { ANNOUNCE, WORKER_LOCK_CLASS } from '../../event/delivery-signal.session.js';
import type { EventRow } from '../../event/event.rows.js';
import { eventOf } from '../../event/event.rows.js';
import type { ClaimedDelivery } from '../delivery.js';

/** A subscription with pending deliveries. */
export interface WaitingLane {
  readonly subscriptionId: string;
  readonly leasedBy?: number;
  readonly leasedUntil?: Date;
}

interface LeaseRequest {
  readonly worker: number;
  /** Former numbers of the caller, whose leases are its own as well. */
  readonly former: readonly number[];
  readonly now: Date;
  readonly leasedUntil: Date;
}

interface WaitingRow {
  readonly id: string;
  readonly leased_by: number | null;
  readonly leased_until: Date | null;
}

interface ClaimedRow extends Omit<EventRow, 'position'> {
  readonly delivery_id: string;
  readonly recorded_at: Date;
  readonly subscription_id: string;
  /** A bigint, as text. */
  readonly sequence: string;
  readonly tries: number;
  readonly resend_of: string | null;
  readonly elsewhere: string | null;
  readonly replay_id: string | null;
  readonly url: string;
  readonly sealed_secret: Buffer;
  readonly sealed_next_secret: Buffer | null;
  readonly strict_order: boolean;
  readonly failures: number;
  readonly paused: boolean;
  /** A bigint, as text. */
  readonly newest: string;
}

const WAITING: Statement = { name: 'waiting-lanes', text: 'SELECT * FROM waiting_lanes()' };

const CLAIM: Statement = {
  name: 'claim-deliveries',
  text: `
    SELECT (delivery).id AS delivery_id, (delivery).recorded_at, (delivery).sequence, (delivery).tries,
      (delivery).resend_of, (delivery).url AS elsewhere, (delivery).replay_id,
      (subscription).id AS subscription_id, (subscription).url, (subscription).sealed_secret,
      (subscription).sealed_next_secret, (subscription).strict_order, (subscription).failures,
      (subscription).paused, (subscription).sequence AS newest,
      (event).id, (event).account_id, (event).customer_id, (event).topic, (event).resource_kind, (event).resource_id,
      (event).resource_version, (event).correlation_id, (event).created_at, (event).traceparent
    FROM claimable_deliveries($1, $2, $3)
    ORDER BY subscription_id, ((delivery).replay_id IS NOT NULL), (delivery).sequence, (delivery).id`,
};

/**
 * Deliveries as a queue with one lane per subscription (ADR 47). A lane belongs to one worker at a time, by a lease in
 * the subscription's row. Reading a delivery does not mark it: what a worker has read and not finished stays pending,
 * and is free for anyone once the lease has ended. Deliveries that wait for a later time are not pending and are not
 * looked at.
 */
@Injectable()
export class DeliveryQueue {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Every lane that may have something to send, whoever leases it. The cost depends on the number of lanes, not on
   * their lengths.
   */
  async waitingLanes(): Promise<WaitingLane[]> {
    const rows = await queryPrepared<WaitingRow>(this.dataSource, WAITING, []);
    return rows.map((row) => ({
      subscriptionId: row.id,
      leasedBy: row.leased_by ?? undefined,
      leasedUntil: row.leased_until ?? undefined,
    }));
  }

  /**
   * Leases the lanes that are free, the caller's own, expired, or held by a dead worker. Rows are locked in the order
   * of their ids, so that two callers can't deadlock.
   *
   * @returns the lanes that the caller leases now
   */
  async lease(
    lanes: readonly string[],
    { worker, former, now, leasedUntil }: LeaseRequest,
  ): Promise<ReadonlySet<string>> {
    if (lanes.length === 0) return new Set();
    const [rows] = await this.dataSource.query<[{ id: string }[], number]>(
      `WITH wanted AS MATERIALIZED (
         SELECT id FROM subscriptions WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE
       )
       UPDATE subscriptions SET leased_by = $2, leased_until = $5
       FROM wanted
       WHERE subscriptions.id = wanted.id AND (
         leased_by IS NULL OR leased_by = $2 OR leased_by = ANY ($3) OR leased_until <= $4 OR leased_by NOT IN (
           SELECT objid::bigint FROM pg_locks
           WHERE locktype = 'advisory' AND granted AND classid::bigint = $6 AND objsubid = 2
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
         )
       )
       RETURNING subscriptions.id`,
      [lanes, worker, former, now, leasedUntil, WORKER_LOCK_CLASS],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Reads up to a room's number of deliveries for each lane, which the caller leases, by number; without those that it
   * `holds` already.
   */
  async claim(rooms: ReadonlyMap<string, number>, holds: readonly string[]): Promise<ClaimedDelivery[]> {
    if (rooms.size === 0) return [];
    const values = [
      ...binaryColumns([...rooms], ['uuid', ([lane]) => lane], ['integer', ([, room]) => room]),
      ...binaryColumns(holds, ['uuid', (id) => id]),
    ];
    const rows = await queryPrepared<ClaimedRow>(this.dataSource, CLAIM, values);
    return rows.map(claimedDelivery);
  }

  /** Ends the leases of a worker, and announces that. */
  async release(worker: number): Promise<void> {
    await this.dataSource.query(
      `WITH released AS (UPDATE subscriptions SET leased_by = NULL, leased_until = NULL WHERE leased_by = $1) ${ANNOUNCE}`,
      [worker],
    );
  }
}

const claimedDelivery = (row: ClaimedRow): ClaimedDelivery => ({
  id: row.delivery_id,
  recordedAt: row.recorded_at,
  subscription: {
    id: row.subscription_id,
    url: row.url,
    sealedSecret: row.sealed_secret,
    sealedNextSecret: row.sealed_next_secret ?? undefined,
    strictOrder: row.strict_order,
    failures: row.failures,
    // Of a paused subscription the queue passes over some.
    newest: row.paused ? undefined : Number(row.newest),
  },
  event: eventOf(row),
  sequence: Number(row.sequence),
  tries: row.tries,
  resendOf: row.resend_of ?? undefined,
  url: row.elsewhere ?? undefined,
  replayId: row.replay_id ?? undefined,
});
