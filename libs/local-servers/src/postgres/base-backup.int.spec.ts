import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@halyard/observability';
import { DatabaseClient } from '@halyard/persistence';
import { eventually } from '@halyard/testing/waiting';
import type { EmbeddedPostgres } from '../index.js';
import { adoptCluster, copyCluster, type FileCopy, removeCluster, startEmbeddedPostgres } from '../index.js';

const logger = createLogger({ service: 'test', level: 'silent' });

async function using<Result>(url: string, work: (client: DatabaseClient) => Promise<Result>): Promise<Result> {
  const client = new DatabaseClient({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
const query = (url: string, sql: string): Promise<unknown[]> =>
  using(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows);

describe('copyCluster', () => {
  let root: string;
  let server: EmbeddedPostgres;
  const startIn = (dataDir: string): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ dataDir, logger });

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'halyard-copy-'));
    server = await startIn(join(root, 'original'));
  });
  afterAll(async () => {
    await server.stop();
    rmSync(root, { recursive: true, force: true });
  });

  /** Writes the copy to a data directory of its own; `onFile` is called before each file is read. */
  async function copyTo(name: string, onFile?: (copy: FileCopy) => Promise<unknown>) {
    const dataDir = join(root, name);
    const data = join(dataDir, 'cluster', 'data');
    mkdirSync(data, { recursive: true, mode: 0o700 });
    const password = new URL(server.url).password;
    writeFileSync(join(dataDir, 'cluster', 'superuser.password'), password, { mode: 0o600 });
    for await (const copy of copyCluster(server.url)) {
      await onFile?.(copy);
      if (copy.content) writeFileSync(join(data, copy.path), await collected(copy.content), { mode: copy.mode });
      else mkdirSync(join(data, copy.path), { mode: copy.mode });
    }
    adoptCluster(dataDir);
    return dataDir;
  }

  it('has all that was committed before its end, and nothing half, although others write', async () => {
    await query(server.url, 'CREATE TABLE pairs (id serial, a int, b int)');
    let count = 0;
    const write = async (): Promise<void> => {
      await query(server.url, `INSERT INTO pairs (a, b) SELECT ${count}, ${count} FROM generate_series(1, 200)`);
      await query(server.url, `UPDATE pairs SET a = a + 1, b = b + 1 WHERE id % 7 = ${count % 7}`);
      count += 1;
    };
    const dataDir = await copyTo('busy', async ({ path }) => {
      if (path.includes('/') && !path.startsWith('pg_wal') && count < 29) await write();
      if (path !== 'global/pg_control') return;
      // A checkpoint makes the copied control file newer than the copied tables.
      await write();
      await query(server.url, 'CHECKPOINT');
    });
    const restored = await startIn(dataDir);
    const looked = `SELECT count(*)::int, count(*) FILTER (WHERE a <> b)::int AS halves, sum(a)::int AS sum FROM pairs`;
    const [found] = await query(restored.url, looked);
    await restored.stop();
    expect([found]).toEqual(await query(server.url, looked));
    expect(found).toMatchObject({ count: 6_000, halves: 0 });
  });

  it('takes files that vanish, shrink and grow while they are copied', async () => {
    await query(server.url, 'CREATE TABLE kept AS SELECT generate_series(1, 1000) AS n');
    await query(server.url, 'CREATE TABLE dropped AS SELECT generate_series(1, 100000) AS n');
    await query(server.url, 'CREATE TABLE emptied AS SELECT generate_series(1, 100000) AS n');
    await query(server.url, 'CREATE DATABASE gone');
    let isChanged = false;
    const dataDir = await copyTo('changing', async ({ path }) => {
      if (isChanged || !path.startsWith('base/')) return;
      isChanged = true;
      await query(server.url, 'DROP TABLE dropped');
      await query(server.url, 'TRUNCATE emptied');
      await query(server.url, 'DROP DATABASE gone');
      await query(server.url, 'INSERT INTO kept SELECT generate_series(1001, 100000)');
      await query(server.url, 'CREATE TABLE added AS SELECT 1 AS n');
      await query(server.url, 'CHECKPOINT');
    });
    const restored = await startIn(dataDir);
    const [found] = await query(
      restored.url,
      `SELECT (SELECT count(*)::int FROM kept) AS kept, (SELECT count(*)::int FROM emptied) AS emptied,
         (SELECT n FROM added) AS added, to_regclass('dropped') AS dropped,
         (SELECT count(*)::int FROM pg_database WHERE datname = 'gone') AS gone`,
    );
    await restored.stop();
    expect(found).toEqual({ kept: 100_000, emptied: 0, added: 1, dropped: null, gone: 0 });
  });

  it('leaves nothing behind in the server, however it ends', async () => {
    const left = () => query(server.url, 'SELECT slot_name FROM pg_replication_slots');
    for await (const { path } of copyCluster(server.url)) {
      expect(await left()).toHaveLength(1);
      if (path.startsWith('base/')) break;
    }
    await eventually('the slot is gone', async () => expect(await left()).toEqual([]));
    await copyTo('again');
    await eventually('the slot is gone', async () => expect(await left()).toEqual([]));
  });

  it('follows links in the cluster, such as one to a log on another disk', async () => {
    const dataDir = join(root, 'linked');
    const first = await startIn(dataDir);
    await query(first.url, 'CREATE TABLE here AS SELECT 1 AS n');
    await first.stop();
    const log = join(root, 'log-elsewhere');
    renameSync(join(dataDir, 'cluster', 'data', 'pg_wal'), log);
    symlinkSync(log, join(dataDir, 'cluster', 'data', 'pg_wal'));
    const linked = await startIn(dataDir);
    const copies: string[] = [];
    for await (const { path } of copyCluster(linked.url)) copies.push(path);
    await linked.stop();
    expect(copies).toContain('pg_wal');
    expect(copies.filter((path) => /^pg_wal\/[0-9A-F]{24}$/.test(path))).not.toEqual([]);
  });

  it('refuses a cluster with tablespaces, whose files are elsewhere', async () => {
    const place = join(root, 'elsewhere');
    mkdirSync(place, { mode: 0o700 });
    await query(server.url, `CREATE TABLESPACE aside LOCATION '${place}'`);
    await expect(copyCluster(server.url).next()).rejects.toThrow('has tablespaces (aside)');
    await query(server.url, 'DROP TABLESPACE aside');
  });

  it('is removed with the server that was left on it', async () => {
    const dataDir = join(root, 'removed');
    const standing = await startIn(dataDir);
    await expect(removeCluster(dataDir)).rejects.toThrow('A server of another process runs on');
    await standing.stop();
    await removeCluster(dataDir);
    expect(() => rmSync(dataDir, { recursive: true })).toThrow('ENOENT');
  });
});

async function collected(content: NonNullable<FileCopy['content']>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}
