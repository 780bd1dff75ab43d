import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ListeningSession } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import { DataSource } from 'typeorm';

/** On which is told that there is something to deliver: by the number of a worker where that one was handed all of it. */
export const DELIVERIES_CHANNEL = 'halyard_webhook_deliveries';

/** First key of the advisory locks that living workers hold; the second is their number. */
export const WORKER_LOCK_CLASS = 863_205_417;

/** Tells all workers, once it is committed, that there is something to deliver. */
export const ANNOUNCE = `SELECT pg_notify('${DELIVERIES_CHANNEL}', '')`;

export async function announceDeliveries(tx: EntityManager): Promise<void> {
  await tx.query(ANNOUNCE);
}

/**
 * A connection of the worker's own that hears announcements and proves that the worker lives: it holds an advisory lock
 * on the worker's number, which Postgres lets go the moment that the process is gone. Each connection has a number of its
 * own: what was leased under a former one is anyone's.
 */
@Injectable()
export class DeliverySignal {
  private current?: { readonly session: ListeningSession; readonly worker: number };

  constructor(private readonly dataSource: DataSource) {}

  /** Names this worker in the leases that it takes; undefined while it is not connected. */
  get worker(): number | undefined {
    return this.current?.session.isOpen ? this.current.worker : undefined;
  }

  /** Calls `onSignal` at each announcement of what this worker was not handed, and when the connection is lost. */
  async start(onSignal: () => void): Promise<number> {
    const worker = randomInt(1, 2 ** 31);
    const session = await ListeningSession.open(this.dataSource, {
      channel: DELIVERIES_CHANNEL,
      onNotice: (handedTo) => {
        if (handedTo !== worker.toString()) onSignal();
      },
      onLost: onSignal,
    });
    try {
      await session.query('SELECT pg_advisory_lock($1, $2)', [WORKER_LOCK_CLASS, worker]);
    } catch (error) {
      await session.close().catch(() => undefined);
      throw error;
    }
    this.current = { session, worker };
    return worker;
  }

  async stop(): Promise<void> {
    const { current } = this;
    this.current = undefined;
    await current?.session.close();
  }
}
