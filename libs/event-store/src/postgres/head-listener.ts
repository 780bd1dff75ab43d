import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseClient } from '@halyard/persistence';
import type { Client } from 'pg';
import type { Position } from '../event-store.js';
import { QUERY_TIMEOUT_MS } from './open-pool.js';

const RECONNECT_MS = 250;
const SIGN_OF_LIFE_MS = 15_000;

/**
 * One connection that listens for how far the log is committed. Postgres delivers a notification after its commit, in
 * commit order; what was missed while the connection was away is asked for once it listens again.
 */
export class HeadListener {
  private readonly closing = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly connectionString: string,
    private readonly tell: (head: Position) => void,
  ) {}

  /** Connects at the first call, and from then on whenever the connection is lost. */
  start(): void {
    this.running ??= this.run();
  }

  async close(): Promise<void> {
    this.closing.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { signal } = this.closing;
    while (!signal.aborted) {
      const client = new DatabaseClient({
        connectionString: this.connectionString,
        application_name: 'event-store-listener',
        connectionTimeoutMillis: 5000,
        query_timeout: QUERY_TIMEOUT_MS,
        keepAlive: true,
      });
      // A store that is away does not fail its subscriptions: they go on once it is back.
      await this.listen(client).catch(() => undefined);
      await client.end().catch(() => undefined);
      await sleep(RECONNECT_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Ends when the connection is lost or the listener closed. */
  private async listen(client: Client): Promise<void> {
    const lost = new AbortController();
    const over = AbortSignal.any([this.closing.signal, lost.signal]);
    client.on('end', () => lost.abort());
    client.on('notification', ({ payload }) => this.tell(BigInt(payload ?? 0)));
    await client.connect();
    const log = await client.query<{ oid: number }>(`SELECT 'events'::regclass::oid AS oid`);
    await client.query(`LISTEN events_${log.rows[0]?.oid}`);
    while (!over.aborted) {
      const newest = await client.query<{ head: string }>('SELECT coalesce(max(position), 0) AS head FROM events');
      this.tell(BigInt(newest.rows[0]?.head ?? 0));
      // A connection that only listens does not notice when its server vanishes.
      await sleep(SIGN_OF_LIFE_MS, undefined, { signal: over, ref: false }).catch(() => undefined);
    }
  }
}
