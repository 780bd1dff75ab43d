import { type Client, DatabaseError } from 'pg';
import { DatabaseClient } from './connections.js';

const CONNECT_TIMEOUT_MS = 5_000;
/** How long to wait for a server that hangs or has vanished. The caller then asks again on another session. */
const ANSWER_TIMEOUT_MS = 20_000;

/** Called at each notification of a channel, with its payload. The payload is empty if the notification has none. */
export type ChannelListener = (payload: string) => void;

interface Channel {
  readonly listeners: Set<ChannelListener>;
  /** Resolves once the session listens to the channel. */
  readonly listening: Promise<unknown>;
}

/** A permanent connection. When it ends, its notifications and locks end, and its reads fail. */
export class DatabaseSession {
  private readonly channels = new Map<string, Channel>();
  private readonly locks = new Set<string>();
  private previous: Promise<unknown> = Promise.resolve();
  private open = true;

  private constructor(
    private readonly client: Client,
    private readonly onLost: (error?: Error) => void,
  ) {}

  /** @throws every error of `pg` if the server can't be reached */
  static async open(connectionString: string, name: string, onLost: (error?: Error) => void): Promise<DatabaseSession> {
    const client = new DatabaseClient({
      connectionString,
      application_name: name,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    const session = new DatabaseSession(client, onLost);
    client.on('error', (error) => session.lose(error));
    client.on('end', () => session.lose());
    client.on('notification', ({ channel, payload = '' }) => {
      session.channels.get(channel)?.listeners.forEach((hear) => hear(payload));
    });
    try {
      await client.connect();
    } catch (error) {
      session.open = false;
      throw error;
    }
    return session;
  }

  get isOpen(): boolean {
    return this.open;
  }

  /** Runs a query after the earlier ones, because a connection runs one at a time. */
  async query<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
    const result = this.previous.then(() => this.client.query<Row>(sql, [...values]));
    this.previous = result.catch((error: unknown) => {
      if (!(error instanceof DatabaseError)) void this.client.end();
    });
    return (await result).rows;
  }

  /**
   * Calls the listener for each notification that is sent after the promise resolves. Adding the same listener again
   * changes nothing.
   */
  async listen(channel: string, listener: ChannelListener): Promise<void> {
    const known = this.channels.get(channel) ?? this.openChannel(channel);
    known.listeners.add(listener);
    await known.listening;
  }

  unlisten(channel: string, listener: ChannelListener): void {
    this.channels.get(channel)?.listeners.delete(listener);
  }

  /** Tries to lock `name`, so that no other process has it. The database frees the lock when the connection ends. */
  async tryLock(name: string): Promise<boolean> {
    if (this.locks.has(name)) return false;
    // Noted before the database is asked, which would grant a lock to the same connection twice.
    this.locks.add(name);
    let granted = false;
    try {
      const sql = `SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS granted`;
      granted = (await this.query<{ granted: boolean }>(sql, [name])).some((row) => row.granted);
    } finally {
      if (!granted) this.locks.delete(name);
    }
    return granted;
  }

  async unlock(name: string): Promise<void> {
    if (!this.open || !this.locks.has(name)) return;
    await this.query(`SELECT pg_advisory_unlock(hashtextextended($1, 0))`, [name]);
    this.locks.delete(name);
  }

  /** Tries to lock `name` beside others that have it shared. The caller does not take it twice at a time. */
  async tryLockShared(name: string): Promise<boolean> {
    const sql = `SELECT pg_try_advisory_lock_shared(hashtextextended($1, 0)) AS granted`;
    return (await this.query<{ granted: boolean }>(sql, [name])).some((row) => row.granted);
  }

  async unlockShared(name: string): Promise<void> {
    if (this.open) await this.query(`SELECT pg_advisory_unlock_shared(hashtextextended($1, 0))`, [name]);
  }

  async close(): Promise<void> {
    this.open = false;
    await this.client.end();
  }

  private openChannel(name: string): Channel {
    const listening = this.query(`LISTEN ${this.client.escapeIdentifier(name)}`);
    const channel = { listeners: new Set<ChannelListener>(), listening };
    this.channels.set(name, channel);
    listening.catch(() => this.channels.delete(name));
    return channel;
  }

  private lose(error?: Error): void {
    if (!this.open) return;
    this.open = false;
    this.onLost(error);
  }
}
