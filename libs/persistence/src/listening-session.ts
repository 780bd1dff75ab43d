import type { Client, Notification } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { DatabaseClient } from './connections.js';

export interface Listening {
  readonly channel: string;
  /** @param payload of the notice, empty where it has none */
  readonly onNotice: (payload: string) => void;
  /** The connection has ended by itself: nothing is heard any more. */
  readonly onLost: () => void;
}

/**
 * A connection of a pool that is kept to hear one channel. What it holds besides, locks on the session for instance, ends
 * with it, however that ends.
 */
export class ListeningSession {
  private open = true;

  private constructor(
    private readonly runner: QueryRunner,
    private readonly client: Client,
    private readonly listening: Listening,
  ) {}

  /** What is told once this has resolved is heard. @throws the driver's error when the database can't be reached */
  static async open(dataSource: DataSource, listening: Listening): Promise<ListeningSession> {
    const runner = dataSource.createQueryRunner();
    try {
      const client: unknown = await runner.connect();
      if (!(client instanceof DatabaseClient)) throw new Error('only Postgres tells');
      const session = new ListeningSession(runner, client, listening);
      client.on('notification', session.hear);
      client.once('end', session.lose);
      try {
        await client.query(`LISTEN ${client.escapeIdentifier(listening.channel)}`);
      } catch (error) {
        session.end();
        throw error;
      }
      return session;
    } catch (error) {
      await runner.release();
      throw error;
    }
  }

  /** Also false from the moment on that it was lost. */
  get isOpen(): boolean {
    return this.open;
  }

  async query(sql: string, values: readonly unknown[] = []): Promise<void> {
    await this.client.query(sql, [...values]);
  }

  /** Gives the connection back as it was. */
  async close(): Promise<void> {
    if (!this.open) return;
    this.end();
    try {
      await this.client.query('UNLISTEN *');
      await this.client.query('SELECT pg_advisory_unlock_all()');
    } finally {
      await this.runner.release();
    }
  }

  private readonly hear = ({ payload = '' }: Notification): void => this.listening.onNotice(payload);

  private readonly lose = (): void => {
    if (!this.open) return;
    this.end();
    void this.runner.release();
    this.listening.onLost();
  };

  private end(): void {
    this.open = false;
    this.client.removeListener('notification', this.hear);
    this.client.removeListener('end', this.lose);
  }
}
