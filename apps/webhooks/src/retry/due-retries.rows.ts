import { Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { type DueItem, DueWork } from '@halyard/background';
import type { EntityManager } from 'typeorm';
import { announceDeliveries } from '../event/delivery-notices.rows.js';
import { holdFreeDeliveries } from './held-deliveries.rows.js';

const RETRIES = 'webhook-retries';
const HOLD = 'hold-deliveries';
const SECOND_MS = 1_000;
/** Deliveries that one transaction moves at most. With more, other due work would have to wait. */
const PART = 5_000;
/** Pause before the next look at deliveries that other transactions had locked. */
const LOCKED_MS = 1_000;

/**
 * Moves deliveries between states as due work: it takes up retries that are due, and holds the deliveries of paused
 * subscriptions. It works in parts. A transaction with several parts locks deliveries of many subscriptions, so it
 * never waits for a lock: it skips locked rows, and comes back for them later.
 */
@Injectable()
export class DueRetries {
  constructor(
    private readonly dueWork: DueWork,
    private readonly clock: Clock,
  ) {
    dueWork.on(RETRIES, (item, tx) => this.retry(item, tx));
    dueWork.on(HOLD, (item, tx) => this.holdPart(item, tx));
  }

  /** Schedules retries. All retries of the same second share one item, because thousands may have failed together. */
  async retryAt(times: readonly Date[], tx: EntityManager): Promise<void> {
    const seconds = new Set(times.map((time) => Math.ceil(time.getTime() / SECOND_MS) * SECOND_MS));
    // Sorted, so that two writers of the same items can't deadlock.
    const items = [...seconds].sort((a, b) => a - b).map((second) => itemAt(new Date(second)));
    if (items.length > 0) await this.dueWork.put(items, tx);
  }

  /** Holds the pending and waiting deliveries of paused subscriptions, which are from then on sent only on request. */
  async hold(subscriptionIds: readonly string[], tx: EntityManager): Promise<void> {
    const now = { kind: HOLD, accountId: null, dueAt: new Date(0), data: {} };
    const items = [...subscriptionIds].sort().map((key) => ({ ...now, key }));
    if (items.length > 0) await this.dueWork.put(items, tx);
  }

  private async retry({ dueAt }: DueItem, tx: EntityManager): Promise<Date | void> {
    const [, moved] = await tx.query<[unknown[], number]>(
      `UPDATE deliveries SET state = 'pending', due_at = retry_at, retry_at = NULL
       FROM (
         SELECT id, recorded_at FROM deliveries WHERE state = 'waiting' AND retry_at <= $1 LIMIT $2
         FOR UPDATE SKIP LOCKED
       ) AS due
       WHERE deliveries.id = due.id AND deliveries.recorded_at = due.recorded_at`,
      [dueAt, PART],
    );
    if (moved > 0) await announceDeliveries(tx);
    if (moved === PART) return dueAt;
    const left = `SELECT FROM deliveries WHERE state = 'waiting' AND retry_at <= $1 LIMIT 1`;
    return (await tx.query<unknown[]>(left, [dueAt])).length > 0 ? this.later() : undefined;
  }

  private async holdPart({ key, dueAt }: DueItem, tx: EntityManager): Promise<Date | void> {
    const { held, isAnyLeft } = await holdFreeDeliveries(tx, key, PART);
    if (held === PART) return dueAt;
    return isAnyLeft ? this.later() : undefined;
  }

  private later(): Date {
    return new Date(this.clock.system().getTime() + LOCKED_MS);
  }
}

const itemAt = (dueAt: Date): DueItem => ({
  kind: RETRIES,
  key: dueAt.toISOString(),
  accountId: null,
  dueAt,
  data: {},
});
