import { DatabaseClient } from '@halyard/persistence';
import type { Client } from 'pg';

/** One connection of the reader role: wake-ups, leases and reads stand and fall together. */
export class TailSession {
  private readonly channels = new Map<string, Set<() => void>>();
  private readonly leases = new Set<string>();
  private previous: Promise<unknown> = Promise.resolve();
  private isOpen = true;

  private constructor(
    private readonly client: Client,
    private readonly onLost: (error?: Error) => void,
  ) {}

  /** @throws whatever `pg` throws when the server cannot be reached */
  static async open(connectionString: string, onLost: (error?: Error) => void): Promise<TailSession> {
    const client = new DatabaseClient({
      connectionString,
      application_name: 'halyard-bus',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    const session = new TailSession(client, onLost);
    client.on('error', (error) => session.lose(error));
    client.on('end', () => session.lose());
    client.on('notification', ({ channel }) => session.channels.get(channel)?.forEach((wake) => wake()));
    try {
      await client.connect();
    } catch (error) {
      session.isOpen = false;
      throw error;
    }
    return session;
  }

  /** One after the other: a connection takes one query at a time. */
  async query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const result = this.previous.then(() => this.client.query<Row>(sql, [...values]));
    this.previous = result.catch(() => undefined);
    return (await result).rows;
  }

  /** Wakes `listener` whenever the channel is notified. The same listener again changes nothing. */
  async listen(channel: string, listener: () => void): Promise<void> {
    const listeners = this.channels.get(channel);
    if (listeners) {
      listeners.add(listener);
      return;
    }
    this.channels.set(channel, new Set([listener]));
    await this.query(`LISTEN ${this.client.escapeIdentifier(channel)}`);
  }

  unlisten(channel: string, listener: () => void): void {
    this.channels.get(channel)?.delete(listener);
  }

  /** Makes the caller the only one that holds `name`, in any process; the database frees it with the connection. */
  async tryLease(name: string): Promise<boolean> {
    if (this.leases.has(name)) return false;
    // Taken before asking: the database would grant it to the same connection twice.
    this.leases.add(name);
    let granted = false;
    try {
      const sql = `SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS granted`;
      granted = (await this.query<{ granted: boolean }>(sql, [name])).some((row) => row.granted);
    } finally {
      if (!granted) this.leases.delete(name);
    }
    return granted;
  }

  async endLease(name: string): Promise<void> {
    if (!this.isOpen || !this.leases.has(name)) return;
    await this.query(`SELECT pg_advisory_unlock(hashtextextended($1, 0))`, [name]);
    this.leases.delete(name);
  }

  async close(): Promise<void> {
    this.isOpen = false;
    await this.client.end();
  }

  private lose(error?: Error): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.onLost(error);
  }
}
