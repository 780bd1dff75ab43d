import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@halyard/local-servers';
import { createLogger } from '@halyard/observability';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { type Standby, startStandby } from '@halyard/testing/standby';
import { until } from '@halyard/testing/waiting';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { derivedTables } from './tables.js';
import { VerifiedDatabase } from './verified-database.query.js';

const FIRST = derivedTables[0]?.name ?? '';
const makeTables = derivedTables.map(({ name }) => `CREATE TABLE ${name} (n int)`).join(';');
const COUNT = `SELECT count(*)::int AS rows FROM ${FIRST}`;

describe('a moment of the database that is verified', () => {
  let made: TestDatabase;
  let database: VerifiedDatabase;
  let other: Client;
  beforeAll(async () => {
    made = await createTestDatabase();
    database = await VerifiedDatabase.open(made.url);
  });
  beforeEach(async () => {
    other = new Client({ connectionString: made.url });
    await other.connect();
    await other.query(makeTables);
  });
  afterEach(async () => {
    await other.query(`DROP TABLE ${derivedTables.map(({ name }) => name).join(', ')}`);
    await other.end();
  });
  afterAll(async () => {
    await database.close();
    await made.drop();
  });

  it.each(derivedTables.map(({ name }) => name))('lets nobody swap another table in for %s', async (name) => {
    const swap = () => other.query(`LOCK TABLE ${name} IN ACCESS EXCLUSIVE MODE NOWAIT`);
    await other.query('BEGIN');
    await database.atOneMoment(() => expect(swap()).rejects.toThrow('could not obtain lock'));
    await other.query('ROLLBACK');
  });

  it('begins once a swap is over, and sees the rows that were swapped in', async () => {
    await other.query(`BEGIN; LOCK TABLE ${FIRST} IN ACCESS EXCLUSIVE MODE`);
    const seen = database.atOneMoment((tx) => tx.query<{ rows: number }[]>(COUNT));
    await until('it waits for the swap', async () => {
      const { rowCount } = await other.query(
        `SELECT FROM pg_locks WHERE NOT granted AND relation = '${FIRST}'::regclass AND mode = 'AccessShareLock'`,
      );
      return rowCount === 1;
    });
    await other.query(`
      CREATE TABLE another (n int);
      INSERT INTO another VALUES (1), (2);
      DROP TABLE ${FIRST};
      ALTER TABLE another RENAME TO ${FIRST};
      COMMIT`);
    expect(await seen).toEqual([{ rows: 2 }]);
  });

  const fail = (code: string) => `DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${code}'; END $$`;

  it.each([
    ['is tried again', '40001', 1, 2],
    ['is tried no more than five times', '40001', 9, 5],
    ['is not tried again for any other reason', '22012', 1, 1],
  ])('that the server ends %s', async (_, code, failures, tries) => {
    let tried = 0;
    const result = database.atOneMoment(async (tx) => {
      tried += 1;
      if (tried <= failures) await tx.query(fail(code));
      return 'well';
    });
    if (failures < tries) expect(await result).toBe('well');
    else await expect(result).rejects.toThrow('no');
    expect(tried).toBe(tries);
  });
});

describe('a moment of a standby', () => {
  const logger = createLogger({ service: 'test', level: 'silent' });
  let root: string;
  let primary: EmbeddedPostgres;
  let standby: Standby;
  let writer: Client;
  beforeAll(async () => {
    root = mkdtempSync(join(process.env['TEST_DATA_DIR'] ?? tmpdir(), 'halyard-standby-'));
    primary = await startEmbeddedPostgres({ dataDir: join(root, 'primary'), connectionsMax: 20, logger });
    writer = new Client({ connectionString: primary.url });
    await writer.connect();
    await writer.query(`${makeTables}; INSERT INTO ${FIRST} SELECT generate_series(1, 100)`);
    standby = await startStandby(primary.url, join(root, 'standby'), ['max_standby_streaming_delay = 0']);
  });
  afterAll(async () => {
    await writer.end();
    await standby.stop();
    await primary.stop();
    rmSync(root, { recursive: true });
  });

  it.each([
    ['between two questions', false],
    ['during a question', true],
  ])('that needs rows which its primary has cleaned up is tried again, %s', async (_, isAsking) => {
    const database = await VerifiedDatabase.open(standby.url);
    let tries = 0;
    const seen = await database.atOneMoment(async (tx) => {
      tries += 1;
      await tx.query(COUNT);
      if (tries === 1) {
        const asked = isAsking ? tx.query<unknown>('SELECT pg_sleep(600)').catch((error: unknown) => error) : undefined;
        await writer.query(`UPDATE ${FIRST} SET n = n`);
        await writer.query(`VACUUM ${FIRST}`);
        // The log of a vacuum is written at the next commit.
        await writer.query(`UPDATE ${FIRST} SET n = n`);
        await standby.followed();
        const ended = await asked;
        if (ended instanceof Error) throw ended;
      }
      return tx.query<{ rows: number }[]>(COUNT);
    });
    await database.close();
    expect(seen).toEqual([{ rows: 100 }]);
    expect(tries).toBe(2);
  });
});
