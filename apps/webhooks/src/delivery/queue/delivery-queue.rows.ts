import { Injectable } from '@nestjs/common';
import { absent } from '@halyard/background';
import { binaryColumns, queryPrepared } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { ANNOUNCE } from '../../event/delivery-notices.rows.js';
import { eventOf } from '../../event/event.rows.js';
import type { ClaimedDelivery } from '../delivery.js';
import { CLAIM_DELIVERIES, type ClaimedRow } from './claimable-deliveries.sql.js';
import { READ_WAITING_LANES, type WaitingRow } from './waiting-lanes.sql.js';

export interface WaitingLane {
  readonly subscriptionId: string;
  readonly leasedUntil?: Date;
}

export interface Holder {
  readonly worker: number;
  /** The worker's numbers on earlier connections. It owns the leases of these, too. */
  readonly former: readonly number[];
}

/** The beginning of the name of a worker's presence; its number follows. */
const PRESENCE = 'delivery worker ';

export const presenceOf = (worker: number): string => `${PRESENCE}${worker}`;

/**
 * Deliveries as a queue with one lane per subscription (ADR 47). A lane belongs to one worker at a time, by a lease in
 * the subscription's row. Reading a delivery does not mark it: a delivery that a worker has read but not finished stays
 * pending, and others may take it once the lease has ended. A delivery that waits for a later time is not pending, and
 * is not looked at.
 */
@Injectable()
export class DeliveryQueue {
  constructor(private readonly dataSource: DataSource) {}

  /** Reads all lanes with pending deliveries, whether leased or not. The cost depends only on the number of lanes. */
  async waitingLanes(): Promise<WaitingLane[]> {
    const rows = await queryPrepared<WaitingRow>(this.dataSource, READ_WAITING_LANES, []);
    return rows.map((row) => ({
      subscriptionId: row.id,
      leasedUntil: row.leased_until ?? undefined,
    }));
  }

  /**
   * Leases these lanes, if they are free, leased by the caller or by an absent worker, or if their leases have ended.
   * Locks rows in the order of their ids, so that two callers can't deadlock. @returns the lanes that the caller leases
   * now
   */
  async lease(
    lanes: readonly string[],
    { worker, former }: Holder,
    { now, leasedUntil }: { readonly now: Date; readonly leasedUntil: Date },
  ): Promise<ReadonlySet<string>> {
    if (lanes.length === 0) return new Set();
    const [rows] = await this.dataSource.query<[{ id: string }[], number]>(
      `WITH wanted AS MATERIALIZED (
         SELECT id FROM subscriptions WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE
       )
       UPDATE subscriptions SET leased_by = $2, leased_until = $5
       FROM wanted
       WHERE subscriptions.id = wanted.id AND (
         leased_by IS NULL OR leased_by = $2 OR leased_by = ANY ($3) OR leased_until <= $4
         OR ${absent(`'${PRESENCE}' || leased_by`)}
       )
       RETURNING subscriptions.id`,
      [lanes, worker, former, now, leasedUntil],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /**
   * Reads pending deliveries of lanes that the caller leases: by number, up to each lane's room, without its `holds`.
   */
  async claim(rooms: ReadonlyMap<string, number>, holds: readonly string[]): Promise<ClaimedDelivery[]> {
    if (rooms.size === 0) return [];
    const values = [
      ...binaryColumns([...rooms], ['uuid', ([lane]) => lane], ['integer', ([, room]) => room]),
      ...binaryColumns(holds, ['uuid', (id) => id]),
    ];
    const rows = await queryPrepared<ClaimedRow>(this.dataSource, CLAIM_DELIVERIES, values);
    return rows.map(claimedDelivery);
  }

  /** Ends the leases of a worker, and announces the lanes to the others. */
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
    // The queue leaves out some deliveries of a paused subscription, so the newest number says nothing.
    newest: row.paused ? undefined : Number(row.newest),
  },
  event: eventOf(row),
  sequence: Number(row.sequence),
  tries: row.tries,
  dueAt: row.due_at ?? undefined,
  resendOf: row.resend_of ?? undefined,
  url: row.elsewhere ?? undefined,
  replayId: row.replay_id ?? undefined,
});
