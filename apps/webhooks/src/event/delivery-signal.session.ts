import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DatabaseClient } from '@halyard/persistence';
import type { Client } from 'pg';
import type { EntityManager, QueryRunner } from 'typeorm';
import { DataSource } from 'typeorm';

/** On which is told that there is something to deliver. */
export const DELIVERIES_CHANNEL = 'halyard_webhook_deliveries';

/** First key of the advisory locks that living workers hold; the second is their number. */
export const WORKER_LOCK_CLASS = 863_205_417;

/** Tells all workers, once it is committed, that there is something to deliver. */
export const ANNOUNCE = `SELECT pg_notify('${DELIVERIES_CHANNEL}', '')`;

export async function announceDeliveries(tx: EntityManager): Promise<void> {
  await tx.query(ANNOUNCE);
}

interface Connection {
  readonly runner: QueryRunner;
  readonly client: Client;
  readonly worker: number;
  readonly onEnd: () => void;
}

/**
 * A connection of the worker's own that hears announcements and proves that the worker lives: it holds an advisory lock
 * on the worker's number, which Postgres lets go the moment that the process is gone. Each connection has a number of its
 * own: what was leased under a former one is anyone's.
 */
@Injectable()
export class DeliverySignal {
  private connection?: Connection;

  constructor(private readonly dataSource: DataSource) {}

  /** Names this worker in the leases that it takes; undefined while it is not connected. */
  get worker(): number | undefined {
    return this.connection?.worker;
  }

  /** Calls `onSignal` at each announcement, and when the connection is lost. */
  async start(onSignal: () => void): Promise<number> {
    const runner = this.dataSource.createQueryRunner();
    try {
      const client: unknown = await runner.connect();
      if (!(client instanceof DatabaseClient)) throw new Error('webhooks needs the pg driver');
      const worker = randomInt(1, 2 ** 31);
      const onEnd = (): void => {
        this.lose(client);
        onSignal();
      };
      client.on('notification', onSignal);
      client.once('end', onEnd);
      await client.query('SELECT pg_advisory_lock($1, $2)', [WORKER_LOCK_CLASS, worker]);
      await client.query(`LISTEN ${DELIVERIES_CHANNEL}`);
      this.connection = { runner, client, worker, onEnd };
      return worker;
    } catch (error) {
      await runner.release();
      throw error;
    }
  }

  async stop(): Promise<void> {
    const { connection } = this;
    if (!connection) return;
    this.connection = undefined;
    const { runner, client, worker, onEnd } = connection;
    client.removeAllListeners('notification');
    client.removeListener('end', onEnd);
    try {
      await client.query('UNLISTEN *');
      await client.query('SELECT pg_advisory_unlock($1, $2)', [WORKER_LOCK_CLASS, worker]);
    } finally {
      await runner.release();
    }
  }

  private lose(client: Client): void {
    if (this.connection?.client !== client) return;
    void this.connection.runner.release();
    this.connection = undefined;
  }
}
