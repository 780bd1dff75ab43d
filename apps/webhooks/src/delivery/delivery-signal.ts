import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Client } from 'pg';
import type { EntityManager, QueryRunner } from 'typeorm';
import { DataSource } from 'typeorm';
import { DeliveryLimits } from './delivery-limits.js';

const CHANNEL = 'halyard_webhook_deliveries';

/** First key of the advisory locks that living workers hold; the second is their number. */
export const WORKER_LOCK_CLASS = 863_205_417;

/** Tells all workers, once the transaction commits, that there is something to deliver. */
export async function announceDeliveries(tx: EntityManager): Promise<void> {
  await tx.query(`SELECT pg_notify('${CHANNEL}', '')`);
}

/**
 * A connection of the worker's own that hears announcements and proves that the worker lives: it holds an advisory lock
 * on the worker's number, which Postgres lets go the moment that the process is gone.
 */
@Injectable()
export class DeliverySignal {
  /** Names this worker in the leases that it takes. */
  readonly worker = randomInt(1, 2 ** 31);
  private connected?: { readonly runner: QueryRunner; readonly client: Client };
  private stopped = false;
  private retry?: NodeJS.Timeout;

  constructor(
    private readonly dataSource: DataSource,
    private readonly limits: DeliveryLimits,
  ) {}

  /** Calls `onSignal` at each announcement, and after each lost connection: something may have been announced. */
  async start(onSignal: () => void): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client: unknown = await runner.connect();
      if (!(client instanceof Client)) throw new Error('webhooks needs the pg driver');
      client.on('notification', onSignal);
      client.once('end', () => this.reconnect(onSignal));
      await client.query('SELECT pg_advisory_lock($1, $2)', [WORKER_LOCK_CLASS, this.worker]);
      await client.query(`LISTEN ${CHANNEL}`);
      this.connected = { runner, client };
    } catch (error) {
      await runner.release();
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retry);
    const { runner, client } = this.connected ?? {};
    this.connected = undefined;
    if (!runner || !client) return;
    client.removeAllListeners('notification');
    await client.query('UNLISTEN *');
    await client.query('SELECT pg_advisory_unlock($1, $2)', [WORKER_LOCK_CLASS, this.worker]);
    await runner.release();
  }

  private reconnect(onSignal: () => void): void {
    void this.connected?.runner.release();
    this.connected = undefined;
    if (this.stopped) return;
    this.retry = setTimeout(() => {
      this.start(onSignal).then(onSignal, () => this.reconnect(onSignal));
    }, this.limits.pauseAfterFailureMs);
  }
}
