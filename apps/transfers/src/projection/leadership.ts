import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@halyard/observability';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import type { Runner } from './stream-reader.js';

/** How soon a process takes over from one that has gone, and how often it looks after its own session. */
const LOOK_MS = 1_000;
const TIMEOUT_MS = 5_000;

/**
 * Of all processes of the service, one runs the runners: whoever holds an advisory lock of its schema, for as long as
 * its session lives. The lock spares work; what the runners do stays exact when two of them run by mistake.
 */
export class Leadership {
  private readonly stopping = new AbortController();
  private ended: Promise<void> | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly runners: readonly Runner[],
    private readonly logger: Logger,
  ) {}

  start(): void {
    this.ended ??= this.run();
  }

  /** Resolves once nothing runs and the lock is free. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.ended;
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      // A session of its own, never a pooled one: whatever happens to it, the lock ends with it.
      const session = sessionOf(this.dataSource);
      try {
        await session.connect();
        await this.leadOnceFree(session);
      } catch (error) {
        this.logger.warn({ err: error }, 'the session that holds the lead was lost');
      } finally {
        await session.end().catch(() => undefined);
      }
      await this.pause();
    }
  }

  private async leadOnceFree(session: Client): Promise<void> {
    while (!(await tryLock(session))) {
      await this.pause();
      if (this.stopping.signal.aborted) return;
    }
    for (const runner of this.runners) runner.start();
    try {
      while (!this.stopping.signal.aborted) {
        await this.pause();
        await session.query('SELECT 1');
      }
    } finally {
      await Promise.all(this.runners.map((runner) => runner.stop()));
    }
  }

  private pause(): Promise<void> {
    return delay(LOOK_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
  }
}

function sessionOf({ options }: DataSource): Client {
  if (options.type !== 'postgres') throw new Error('the lead is a lock in Postgres');
  const session = new Client({
    connectionString: options.url,
    application_name: 'halyard-transfers-lead',
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
    keepAlive: true,
  });
  session.on('error', () => undefined); // the next query tells
  return session;
}

async function tryLock(session: Client): Promise<boolean> {
  const { rows } = await session.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(hashtext('halyard.lead'), hashtext(current_schema())) AS locked`,
  );
  return rows[0]?.locked ?? false;
}
