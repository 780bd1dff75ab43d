import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isUnavailable } from '@halyard/core';
import { createLogger } from '@halyard/observability';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { eventually } from '@halyard/testing/waiting';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { openDatabase } from './open-database.js';
import { requireWrites } from './writes.js';

describe('requireWrites', () => {
  let database: TestDatabase;
  let dataSource: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await openDatabase({
      service: 'customers',
      url: database.url,
      entities: [],
      migrations: [],
      poolSize: 2,
      logger: createLogger({ service: 'customers', level: 'silent' }),
    });
    await dataSource.query('CREATE TABLE kept (id int)');
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  /** From now on every write is refused, or none; connections that began before have ended. */
  async function refuseWrites(refused: boolean): Promise<void> {
    const admin = new Client({ connectionString: database.url, options: '-c default_transaction_read_only=off' });
    await admin.connect();
    const name = new URL(database.url).pathname.slice(1);
    await admin.query(`ALTER DATABASE ${name} SET default_transaction_read_only = ${refused ? 'on' : 'off'}`);
    await admin.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND pid <> pg_backend_pid()',
      [name],
    );
    await admin.end();
    await eventually('a new connection', () => dataSource.query('SELECT 1'));
  }
  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );
  const write = () => dataSource.query('INSERT INTO kept VALUES (1)');

  it('writes nothing until a write was refused, then tries now and then, until one is taken', async () => {
    await refuseWrites(true);
    await requireWrites(dataSource, 0);

    expect(isUnavailable(await failureOf(write()))).toBe(true);
    expect(await failureOf(requireWrites(dataSource, 1))).toMatchObject({ driverError: { code: '25006' } });
    await refuseWrites(false);
    expect(await failureOf(requireWrites(dataSource, 2_000))).toMatchObject({
      message: 'the last writes were refused',
    });
    await requireWrites(dataSource, 2_001);
    await requireWrites(dataSource, 2_002);
    await write();
    expect(await dataSource.query(`SELECT FROM pg_class WHERE relname = 'write_trial'`)).toEqual([]);
  });

  it.each([
    ['53100', 10_000],
    ['58030', 20_000],
  ])('tries a write after SQLSTATE %s', async (sqlState, nowMs) => {
    const refused = `DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '${sqlState}'; END $$`;
    expect(isUnavailable(await failureOf(dataSource.query(refused)))).toBe(true);
    await requireWrites(dataSource, nowMs);
    expect(isUnavailable(await failureOf(dataSource.query(refused)))).toBe(true);
    await expect(requireWrites(dataSource, nowMs + 1)).rejects.toThrow('the last writes were refused');
  });
});
