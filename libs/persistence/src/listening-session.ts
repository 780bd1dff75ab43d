import type { Client, Notification } from 'pg';
import type { DataSource, QueryRunner } from 'typeorm';
import { DatabaseClient } from './connections.js';

export interface Listening {
  readonly channel: string;
  /** @param payload of the notification; empty without one */
  readonly onNotice: (payload: string) => void;
  /** Called when the connection ends by itself: no more notifications come. */
  readonly onLost: () => void;
}

/** A connection that listens to one channel. Session locks that it holds end with it, however it ends. */
export class ListeningSession {
  private open = true;

  private constructor(
    private readonly runner: QueryRunner,
    private readonly client: Client,
    private readonly listening: Listening,
  ) {}

  /**
   * Notifications sent after this resolves are received.
   *
   * @throws the driver's error when the database can't be reached
   */
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

  /** False from the moment at which it is lost. */
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
