import { DatabaseClient } from '@halyard/persistence';
import type { Client } from 'pg';
import type { DataSource } from 'typeorm';

const TIMEOUT_MS = 5_000;

/** SQL that is true once the process that opened the presence of that name has lost its session, or ended. */
export const absent = (name: string): string => `pg_try_advisory_xact_lock(hashtextextended(${name}, 0))`;

/** What the session of a presence listens to besides: a session of its own costs a server process. */
export interface Notices {
  readonly channel: string;
  readonly onNotice: () => void;
}

/**
 * Tells other processes that this one lives: a lock in Postgres that ends with the session which holds it, and so with
 * the process, however that ends. A process that is merely stopped keeps it.
 */
export class Presence {
  private session: Client | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly name: string,
    /** The session has ended: from now on this process counts as absent. */
    private readonly onLost: () => void,
    private readonly notices?: Notices,
  ) {}

  /** Does nothing while it is open. @throws the driver's error when the database cannot be reached */
  async open(): Promise<void> {
    if (this.session) return;
    const session = sessionOf(this.dataSource);
    session.once('end', () => this.lost(session));
    session.on('notification', () => this.notices?.onNotice());
    try {
      await session.connect();
      await session.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [this.name]);
      if (this.notices) await session.query(`LISTEN ${session.escapeIdentifier(this.notices.channel)}`);
      this.session = session;
    } catch (error) {
      await session.end().catch(() => undefined);
      throw error;
    }
  }

  async close(): Promise<void> {
    const { session } = this;
    this.session = undefined;
    await session?.end();
  }

  private lost(session: Client): void {
    if (this.session !== session) return;
    this.session = undefined;
    this.onLost();
  }
}

/** Of its own, never a pooled one: whatever happens to it, the lock ends with it. */
function sessionOf({ options }: DataSource): Client {
  if (options.type !== 'postgres') throw new Error('a presence is a lock in Postgres');
  return new DatabaseClient({
    connectionString: options.url,
    application_name: `${options.applicationName ?? 'halyard'}-presence`,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
  });
}
