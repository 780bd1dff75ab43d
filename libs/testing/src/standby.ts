import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adoptCluster, copyCluster, type EmbeddedPostgres, startEmbeddedPostgres } from '@halyard/local-servers';
import { createLogger } from '@halyard/observability';
import { queryOnce } from './query-once.js';
import { until } from './waiting.js';

const logger = createLogger({ service: 'test', level: 'silent' });

/** A hot standby: a Postgres that follows the log of another one, and can only be read. */
export interface Standby extends EmbeddedPostgres {
  /** Waits until it has all that its primary has now. */
  followed(): Promise<void>;
}

/**
 * Copies the files of a primary, and starts a server on them that follows its log.
 *
 * @param dataDir is made
 * @param settings lines of its configuration
 */
export async function startStandby(
  primaryUrl: string,
  dataDir: string,
  settings: readonly string[] = [],
): Promise<Standby> {
  const data = join(dataDir, 'cluster', 'data');
  const { username, password, port } = new URL(primaryUrl);
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, 'cluster', 'superuser.password'), password, { mode: 0o600 });
  for await (const { path, mode, content } of copyCluster(primaryUrl)) {
    if (!content) mkdirSync(join(data, path), { mode });
    else {
      writeFileSync(join(data, path), '', { mode });
      for await (const part of content) appendFileSync(join(data, path), part);
    }
  }
  writeFileSync(join(data, 'standby.signal'), '');
  const source = `primary_conninfo = 'host=127.0.0.1 port=${port} user=${username} password=${password}'`;
  appendFileSync(join(data, 'postgresql.auto.conf'), [source, ...settings, ''].join('\n'));
  adoptCluster(dataDir);
  const standby = await startEmbeddedPostgres({ dataDir, connectionsMax: 60, logger });
  return Object.assign(standby, { followed: () => followed(primaryUrl, standby.url) });
}

async function followed(primaryUrl: string, url: string): Promise<void> {
  const [at] = await queryOnce<{ lsn: string }>(primaryUrl, 'SELECT pg_current_wal_lsn()::text AS lsn');
  await until('the standby has followed', async () => {
    const sql = `SELECT pg_last_wal_replay_lsn() >= '${at?.lsn ?? ''}'::pg_lsn AS has`;
    return (await queryOnce<{ has: boolean }>(url, sql))[0]?.has === true;
  });
}
