import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { isId } from '@halyard/core';
import { type Listener, type Session, sessionOf, type SessionUse } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';

/**
 * The Postgres channel that announces pending deliveries. The payload is the number of a worker that was handed all of
 * them; the id of a subscription that has changed, so that what was claimed of it is stale; else empty.
 */
export const DELIVERIES_CHANNEL = 'halyard_webhook_deliveries';

/** First key of the advisory locks that living workers hold; the second key is the worker's number. */
export const WORKER_LOCK_CLASS = 863_205_417;

/** Tells all workers, on commit, that deliveries are pending. */
export const ANNOUNCE = `SELECT pg_notify('${DELIVERIES_CHANNEL}', '')`;

export async function announceDeliveries(tx: EntityManager): Promise<void> {
  await tx.query(ANNOUNCE);
}

/** Makes workers read the deliveries of a subscription again, on commit: its secret is another one now. */
export async function announceChange(tx: EntityManager, subscriptionId: string): Promise<void> {
  await tx.query('SELECT pg_notify($1, $2)', [DELIVERIES_CHANNEL, subscriptionId]);
}

/** A worker on its session. */
interface Present {
  readonly worker: number;
  readonly use: SessionUse;
  readonly session: Session;
  readonly hear: Listener;
}

/**
 * Hears announcements, and proves that the worker is alive: its session holds an advisory lock on the worker's number,
 * which Postgres releases the moment the process is gone. Each start gets a new number; leases under a former one are
 * free for anyone.
 */
@Injectable()
export class DeliverySignal {
  private current: Present | undefined;

  constructor(private readonly dataSource: DataSource) {}

  /** The number in the leases that this worker takes; undefined while it is not connected. */
  get worker(): number | undefined {
    return this.current?.session.isOpen ? this.current.worker : undefined;
  }

  /**
   * Calls `onSignal` at each announcement of deliveries that this worker was not handed, and when the session is lost;
   * `onChange` before that with the id of a subscription that has changed. Takes the place of an earlier start.
   *
   * @returns the number of the worker
   */
  async start(onSignal: () => void, onChange: (subscriptionId: string) => void): Promise<number> {
    await this.stop();
    const worker = randomInt(1, 2 ** 31);
    const hear = (payload: string): void => {
      if (payload === worker.toString()) return;
      if (isId(payload)) onChange(payload);
      onSignal();
    };
    const use = sessionOf(this.dataSource).join(onSignal);
    try {
      const session = await use.session();
      await session.query('SELECT pg_advisory_lock($1, $2)', [WORKER_LOCK_CLASS, worker]);
      await session.listen(DELIVERIES_CHANNEL, hear);
      this.current = { worker, use, session, hear };
      return worker;
    } catch (error) {
      await use.leave();
      throw error;
    }
  }

  async stop(): Promise<void> {
    const { current } = this;
    if (!current) return;
    const { worker, use, session, hear } = current;
    this.current = undefined;
    session.unlisten(DELIVERIES_CHANNEL, hear);
    // If this fails the session is broken, and the lock is free.
    await session.query('SELECT pg_advisory_unlock($1, $2)', [WORKER_LOCK_CLASS, worker]).catch(() => undefined);
    await use.leave();
  }
}
