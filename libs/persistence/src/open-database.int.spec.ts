import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { isUnavailable } from '@halyard/core';
import { createLogger } from '@halyard/observability';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { Client } from 'pg';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { openDatabase, provisionServices, SchemaError, serviceUrl } from './index.js';

const passwordOf = (role: string): string => `secret-of-${role}`;

class First1700000000000 implements MigrationInterface {
  readonly name = 'First1700000000000';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE TABLE runs (name text)');
    await runner.query(`INSERT INTO runs VALUES ('first')`);
    await runner.query('SELECT pg_sleep(0.1)'); // long enough that another process comes meanwhile
  }
  async down(): Promise<void> {}
}

class Second1700000000001 implements MigrationInterface {
  readonly name = 'Second1700000000001';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`INSERT INTO runs VALUES ('second')`);
  }
  async down(): Promise<void> {}
}

/** `First` in another layout, and with a comment. */
class FirstAsBefore extends First1700000000000 {
  override async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Of what has run.
      CREATE TABLE runs (name text)`);
    await runner.query(`INSERT INTO runs
                        VALUES ('first')`);
    await runner.query('SELECT pg_sleep(0.1)');
  }
}

/** `First`, edited after it has run. */
class FirstChanged extends First1700000000000 {
  override async up(runner: QueryRunner): Promise<void> {
    await super.up(runner);
    await runner.query('CREATE INDEX runs_name ON runs (name)');
  }
}

class Broken1700000000002 implements MigrationInterface {
  readonly name = 'Broken1700000000002';
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`INSERT INTO runs VALUES ('broken')`);
    await runner.query('SELECT * FROM nowhere');
  }
  async down(): Promise<void> {}
}

describe('openDatabase', () => {
  let testDatabase: TestDatabase;
  const opened: DataSource[] = [];
  const lines: string[] = [];
  const logger = createLogger({ service: 'test', destination: { write: (line: string) => void lines.push(line) } });

  async function open(
    service: string,
    migrations: (new () => MigrationInterface)[],
    poolSize = 3,
  ): Promise<DataSource> {
    const url = serviceUrl(testDatabase.url, service, passwordOf(service));
    const database = await openDatabase({ service, url, entities: [], migrations, poolSize, logger });
    opened.push(database);
    return database;
  }
  async function kill(database: DataSource): Promise<void> {
    const admin = new Client({ connectionString: testDatabase.url });
    await admin.connect();
    await admin.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name = $1`,
      [database.options.type === 'postgres' ? database.options.applicationName : ''],
    );
    await admin.end();
  }

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
    const services = ['transfers', 'customers', 'auth', 'webhooks', 'slow'];
    await provisionServices({ adminUrl: testDatabase.url, services, passwordOf });
  });
  afterEach(() => Promise.all(opened.splice(0).map((database) => database.destroy())));
  afterAll(() => testDatabase.drop());

  it('runs each migration once, however many processes start at once', async () => {
    const migrations = [Second1700000000001, First1700000000000];
    const databases = await Promise.all([1, 2, 3].map(() => open('transfers', migrations)));
    await expect(databases[0]?.query('SELECT name FROM runs')).resolves.toEqual([
      { name: 'first' },
      { name: 'second' },
    ]);
  });

  it('runs at the next start what has come since', async () => {
    await open('customers', [First1700000000000]);
    const later = await open('customers', [First1700000000000, Second1700000000001]);
    await expect(later.query('SELECT count(*)::int AS runs FROM runs')).resolves.toEqual([{ runs: 2 }]);
  });

  it('undoes a migration that fails and those that ran with it, and does not start', async () => {
    const standing = async (): Promise<unknown> => {
      const url = serviceUrl(testDatabase.url, 'auth', passwordOf('auth'));
      const client = new Client({ connectionString: url });
      await client.connect();
      const { rows } = await client.query('SELECT relname FROM pg_class WHERE relnamespace = $1::regnamespace', [
        'auth',
      ]);
      await client.end();
      return rows;
    };
    await expect(open('auth', [First1700000000000, Broken1700000000002])).rejects.toThrow('nowhere');
    expect(await standing()).toEqual([]);
    const repaired = await open('auth', [First1700000000000]);
    await expect(repaired.query('SELECT name FROM runs')).resolves.toEqual([{ name: 'first' }]);
  });

  describe('over a schema that another build has made', () => {
    beforeAll(() =>
      provisionServices({ adminUrl: testDatabase.url, services: ['newer', 'changed', 'older'], passwordOf }),
    );

    it('starts beside a newer one, which has added to what it knows', async () => {
      await open('newer', [First1700000000000, Second1700000000001]);
      const database = await open('newer', [FirstAsBefore]);
      await expect(database.query('SELECT count(*)::int AS runs FROM runs')).resolves.toEqual([{ runs: 2 }]);
    });

    it('does not start where what has run was changed since, and runs nothing of what has come beside it', async () => {
      await open('changed', [First1700000000000]);
      const start = open('changed', [FirstChanged, Second1700000000001]);
      await expect(start).rejects.toThrow(SchemaError);
      await expect(start).rejects.toThrow(/of changed .*First1700000000000.*npm start -- --fresh/);
      const database = await open('changed', [First1700000000000]);
      await expect(database.query('SELECT name FROM runs')).resolves.toEqual([{ name: 'first' }]);
    });

    it('does not start where nobody knows what has run', async () => {
      const database = await open('older', [First1700000000000]);
      await database.query('ALTER TABLE migrations DROP COLUMN fingerprint');
      await expect(open('older', [First1700000000000])).rejects.toThrow(SchemaError);
    });
  });

  it('gives a migration all the time that it takes, on either side of the connection', async () => {
    let limits: unknown[] = [];
    class Slow1700000000003 implements MigrationInterface {
      readonly name = 'Slow1700000000003';
      async up(runner: QueryRunner): Promise<void> {
        const timers = jest.spyOn(globalThis, 'setTimeout');
        const show = (limit: string): Promise<unknown> => runner.query(`SHOW ${limit}`);
        limits = [await show('statement_timeout'), await show('lock_timeout'), timers.mock.calls];
        timers.mockRestore();
      }
      async down(): Promise<void> {}
    }
    await open('slow', [Slow1700000000003]);
    expect(limits).toEqual([[{ statement_timeout: '0' }], [{ lock_timeout: '0' }], []]);
  });

  it('survives the loss of idle connections and logs it', async () => {
    const database = await open('webhooks', []);
    await database.query('SELECT 1');
    lines.length = 0;
    await kill(database);
    await until('the loss is logged', () => lines.length > 0);
    await expect(database.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
    expect(lines.join('')).toContain('an idle database connection was lost');
  });

  it('fails the statement whose connection is lost as unavailable, and works again after', async () => {
    const database = await open('webhooks', []);
    const lost = database.transaction(async (tx) => {
      await tx.query('SELECT 1');
      await kill(database);
      await tx.query('SELECT 1');
    });
    expect(isUnavailable(await lost.catch((error: unknown) => error))).toBe(true);
    await expect(database.query('SELECT 1 AS one')).resolves.toEqual([{ one: 1 }]);
  });

  it('gives up on a pool that is used up, as unavailable', async () => {
    const database = await open('webhooks', [], 1);
    const outcome: unknown = await database.transaction(async (tx) => {
      await tx.query('SELECT 1');
      return database.query<unknown>('SELECT 1').catch((error: unknown) => error);
    });
    expect(isUnavailable(outcome)).toBe(true);
  });

  it('limits how long a statement, a lock and an idle transaction may take', async () => {
    const database = await open('webhooks', []);
    const settings: unknown[] = await Promise.all(
      ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout'].map((name) =>
        database.query<unknown>(`SHOW ${name}`),
      ),
    );
    expect(settings).toEqual([
      [{ statement_timeout: '15s' }],
      [{ lock_timeout: '10s' }],
      [{ idle_in_transaction_session_timeout: '30s' }],
    ]);
  });

  it('refuses to start on a server that is not there', async () => {
    const url = 'postgres://nobody:x@127.0.0.1:1/nothing';
    const opening = openDatabase({ service: 'auth', url, entities: [], migrations: [], poolSize: 1, logger });
    expect(isUnavailable(await opening.catch((error: unknown) => error))).toBe(true);
  });
});
