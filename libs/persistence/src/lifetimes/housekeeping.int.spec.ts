import { DAY_MS } from '@halyard/core';
import { createLogger } from '@halyard/observability';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { TestClock } from '@halyard/testing/clock';
import { eventually } from '@halyard/testing/waiting';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { openDatabase } from '../open-database.js';
import { ClockSightings } from './clock-sightings.js';
import { lifetimeMigrations } from './clock-sightings.migration.js';
import { Housekeeping } from './housekeeping.js';
import type { TableLifetime } from './table-lifetime.js';

const HOUR_MS = DAY_MS / 24;
const logger = createLogger({ service: 'webhooks', level: 'silent' });
const lifetimes: readonly TableLifetime[] = [
  { table: 'daily', column: 'day', keptMs: DAY_MS, partitionDays: 1, fillfactor: 60 },
  { table: 'monthly', column: 'at', keptMs: 30 * DAY_MS, partitionDays: 5 },
  { table: 'expiring', column: 'expires_at', keptMs: 0 },
];

const TABLES = `
  CREATE TABLE daily (id int, day date NOT NULL, PRIMARY KEY (id, day)) PARTITION BY RANGE (day);
  CREATE TABLE daily_default PARTITION OF daily DEFAULT;
  CREATE TABLE monthly (
    position bigint GENERATED ALWAYS AS IDENTITY,
    at timestamptz NOT NULL,
    state text NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'old')),
    PRIMARY KEY (position, at)
  ) PARTITION BY RANGE (at);
  CREATE TABLE monthly_default PARTITION OF monthly DEFAULT;
  CREATE TABLE expiring (id int PRIMARY KEY, expires_at timestamptz);
  CREATE INDEX expiring_expires ON expiring (expires_at)`;

describe('Housekeeping', () => {
  let testDatabase: TestDatabase;
  let database: DataSource;
  let clock: TestClock;
  let house: Housekeeping;
  const extra: DataSource[] = [];

  const connect = async (): Promise<DataSource> => {
    const url = new URL(testDatabase.url);
    // Bounds must not depend on the time zone of whoever makes them.
    url.searchParams.set('options', '-c TimeZone=Pacific/Auckland');
    return openDatabase({
      service: 'webhooks',
      url: url.href,
      entities: [],
      migrations: lifetimeMigrations,
      poolSize: 4,
      logger,
    });
  };
  const another = async (): Promise<DataSource> => {
    const one = await connect();
    extra.push(one);
    return one;
  };
  /** With a clock that showed nothing else of late. */
  const keep = (aheadMs = 0, one = house): Promise<boolean> => {
    const now = new Date(clock.system().getTime() + aheadMs);
    return one.keep({ now, earliest: now });
  };
  const partitionsOf = async (table: string): Promise<string[]> => {
    const rows = await database.query<{ name: string }[]>(
      `SELECT relname AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = $1::regclass`,
      [table],
    );
    return rows.map(({ name }) => name.slice(table.length + 1)).sort();
  };
  const count = async (table: string): Promise<number> => {
    const [row] = await database.query<{ count: number }[]>(`SELECT count(*)::int AS count FROM ${table}`);
    return row?.count ?? 0;
  };
  const sizeOf = async (table: string): Promise<number> => {
    const [row] = await database.query<{ bytes: string }[]>(
      `SELECT sum(pg_total_relation_size(relid)) AS bytes FROM pg_partition_tree($1)`,
      [table],
    );
    return Number(row?.bytes);
  };
  const write = async (rows = 1): Promise<void> => {
    const now = clock.system();
    await database.query(
      `INSERT INTO daily SELECT n, ($2::timestamptz AT TIME ZONE 'UTC')::date FROM generate_series(1, $1) AS n ON CONFLICT DO NOTHING`,
      [rows, now],
    );
    await database.query(`INSERT INTO monthly (at) SELECT $2 FROM generate_series(1, $1)`, [rows, now]);
  };

  beforeAll(async () => {
    testDatabase = await createTestDatabase();
  });
  beforeEach(async () => {
    database = await connect();
    await database.query(TABLES);
    clock = new TestClock();
    house = new Housekeeping(database, lifetimes, logger);
  });
  afterEach(async () => {
    await database.query('DROP TABLE daily, monthly, expiring');
    for (const one of [database, ...extra.splice(0)]) await one.destroy();
  });
  afterAll(() => testDatabase.drop());

  it('makes partitions for today and the days to come, as they are declared', async () => {
    await house.prepare(clock.system());
    expect(await partitionsOf('daily')).toEqual(['20260302', '20260303', '20260304', 'default']);
    expect(await partitionsOf('monthly')).toEqual(['20260226', '20260303', 'default']);
    await write();
    expect([await count('daily_20260302'), await count('monthly_20260226')]).toEqual([1, 1]);
    const [made] = await database.query<{ reloptions: string[] }[]>(
      `SELECT reloptions FROM pg_class WHERE oid = 'daily_20260302'::regclass`,
    );
    expect(made?.reloptions).toEqual(['fillfactor=60']);
  });

  it('stands on the day of universal time, also at its edge and in any time zone of a session', async () => {
    clock.set(new Date('2026-03-02T23:59:59.999Z'));
    await house.prepare(clock.system());
    await write();
    clock.advance(1);
    await write();
    for (const table of ['daily', 'monthly']) {
      const edge = table === 'daily' ? '20260302' : '20260226';
      expect([await count(`${table}_${edge}`), await count(`${table}_20260303`)]).toEqual([1, 1]);
    }
  });

  it('keeps size flat over months: nothing dead is left, nothing alive is lost', async () => {
    const sizes: number[] = [];
    for (let day = 0; day < 100; day += 1) {
      await keep();
      await write(50);
      const [old] = await database.query<{ daily: number; monthly: number; alive: number }[]>(
        `SELECT (SELECT count(*)::int FROM daily WHERE day < ($1::timestamptz AT TIME ZONE 'UTC')::date - 2) AS daily,
           (SELECT count(*)::int FROM monthly WHERE at < $1::timestamptz - interval '36 days') AS monthly,
           (SELECT count(DISTINCT at)::int FROM monthly WHERE at >= $1::timestamptz - interval '30 days') AS alive`,
        [clock.system()],
      );
      expect(old).toEqual({ daily: 0, monthly: 0, alive: Math.min(day, 30) + 1 });
      if (day >= 40) sizes.push((await sizeOf('daily')) + (await sizeOf('monthly')));
      clock.advance(DAY_MS);
    }
    expect(Math.max(...sizes)).toBeLessThan(1.3 * Math.min(...sizes));
    expect(await count('monthly_default')).toBe(0);
  });

  it('lets go of what a process whose clock is behind still counts as alive no sooner than that one does', async () => {
    await keep();
    await write();
    clock.set(new Date('2026-03-04T00:00:00.000Z'));
    await keep(5_000);
    expect(await count('daily')).toBe(1);
    clock.advance(HOUR_MS);
    await keep();
    expect(await count('daily')).toBe(0);
  });

  it('takes writes of days for which nobody made a partition, and lets go of them as well', async () => {
    await keep();
    clock.advance(10 * DAY_MS);
    await write(5);
    expect([await count('daily_default'), await count('monthly_default')]).toEqual([5, 5]);
    await keep();
    await write(6);
    expect([await count('daily_default'), await count('monthly_default')]).toEqual([6, 11]);
    expect(await partitionsOf('daily')).toEqual(['20260313', '20260314', 'default']);
    clock.advance(DAY_MS - HOUR_MS);
    await keep();
    await write(7);
    expect([await count('daily_20260313'), await count('daily')]).toEqual([7, 13]);
    clock.advance(2 * DAY_MS);
    await keep();
    expect([await count('daily'), await count('monthly')]).toEqual([0, 18]);
    clock.advance(36 * DAY_MS);
    await keep();
    expect([await count('daily'), await count('monthly')]).toEqual([0, 0]);
  });

  it('may be kept by several processes at once, while others write', async () => {
    const houses = [
      house,
      ...(await Promise.all([another(), another()])).map((one) => new Housekeeping(one, lifetimes, logger)),
    ];
    for (let day = 0; day < 5; day += 1) {
      await Promise.all([
        // One that gives way to another is kept the next time.
        ...houses.map((one, at) => eventually('the house is kept', () => keep(at * 5_000, one))),
        ...Array.from({ length: 20 }, () => database.query(`INSERT INTO monthly (at) VALUES ($1)`, [clock.system()])),
      ]);
      clock.advance(DAY_MS);
    }
    expect(await count('monthly')).toBe(100);
    expect(await partitionsOf('daily')).toEqual(['20260305', '20260306', '20260307', '20260308', 'default']);
  });

  it('gives way to whoever holds the table, and does the next time what it could not', async () => {
    await keep();
    await write();
    clock.advance(3 * DAY_MS);
    const reader = (await another()).createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT * FROM daily');
    const keeping = expect(keep()).rejects.toThrow('lock timeout');
    await database.query(`INSERT INTO daily VALUES (1, '2026-03-05')`);
    await keeping;
    await house.prepare(clock.system());
    expect([await count('daily_20260302'), await count('monthly_20260303')]).toEqual([1, 0]);
    await reader.rollbackTransaction();
    await reader.release();
    await keep();
    expect(await partitionsOf('daily')).toEqual(['20260304', '20260306', '20260307', 'default']);
  });

  it('deletes rows that carry their own expiry, many of them, and no others', async () => {
    const now = clock.system();
    await database.query(
      `INSERT INTO expiring SELECT n, $1::timestamptz + (n - 7500) * interval '1 hour' FROM generate_series(1, 15000) AS n`,
      [now],
    );
    await database.query(`INSERT INTO expiring VALUES (0, NULL)`);
    expect(await keep()).toBe(true);
    expect(await count('expiring')).toBe(10_001);
    expect(await keep()).toBe(false);
    const [left] = await database.query<unknown[]>(
      `SELECT min(id), max(id), count(*)::int, min(expires_at) AS first FROM expiring`,
    );
    expect(left).toEqual({ min: 0, max: 15_000, count: 7_502, first: now });
  });

  describe('by a clock that is wrong for a while', () => {
    const warned: object[] = [];
    /** The database's clock is the same, as it is on one machine. */
    const round = async (databaseTime = clock.system()): Promise<void> => {
      const log = { warn: (fields: object) => warned.push(fields) };
      const sightings = new ClockSightings(database, log, () => Promise.resolve(databaseTime));
      await house.keep(await sightings.look(clock.system()));
    };
    /** As it does in a service. */
    const hours = async (count: number): Promise<void> => {
      for (let hour = 0; hour < count; hour += 1) {
        await round();
        clock.advance(HOUR_MS);
      }
    };
    const jump = (days: number): void => clock.advance(days * DAY_MS);
    beforeEach(async () => {
      await database.query('DELETE FROM clock_sightings');
      warned.length = 0;
    });

    it.each([109, 2, -2, -109])('%i days off, deletes nothing that is alive, for up to a day', async (days) => {
      await hours(30);
      await write();
      await database.query('INSERT INTO expiring VALUES (1, $1)', [new Date(clock.system().getTime() + HOUR_MS)]);
      await hours(1);
      jump(days);
      await hours(20);
      expect([await count('daily'), await count('monthly'), await count('expiring')]).toEqual([1, 1, 1]);
      jump(-days);
      await hours(3);
      expect([await count('daily'), await count('monthly'), await count('expiring')]).toEqual([1, 1, 1]);
      expect(warned).toHaveLength(2);
    });

    it.each([109, -109])('%i days off and back again and again, deletes nothing that is alive', async (days) => {
      await hours(30);
      await write();
      for (let times = 0; times < 20; times += 1) {
        jump(times % 2 === 0 ? days : -days);
        await round();
      }
      expect([await count('daily'), await count('monthly')]).toEqual([1, 1]);
    });

    it.each([2, -2, 2_400])('%i hours off the database, deletes nothing and is not noted', async (off) => {
      await hours(30);
      await write();
      await hours(1);
      const [databaseTime, noted] = [clock.system(), await count('clock_sightings')];
      clock.advance(off * HOUR_MS);
      for (let again = 0; again < 30; again += 1) await round(databaseTime);
      expect([await count('daily'), await count('clock_sightings')]).toEqual([1, noted]);
      expect(warned).toContainEqual({ hours: off });
    });

    it('does not look at a clock that shows what is far away when rows of today are written', async () => {
      await hours(30);
      jump(109);
      await hours(2);
      jump(-109);
      await round();
      await write(3);
      expect(await count('daily_default')).toBe(0);
      expect(await count('daily')).toBe(3);
    });

    it('deletes what has expired once it has seen a day pass, however long it was off itself', async () => {
      await hours(30);
      await write();
      jump(40);
      await hours(20);
      expect(await count('daily')).toBe(1);
      await hours(6);
      expect([await count('daily'), await count('monthly')]).toEqual([0, 0]);
      expect(warned).toEqual([{ hours: 40 * 24 + 1 }]);
    });

    it('deletes, though a machine sleeps two hours of three', async () => {
      for (let day = 0; day < 20; day += 1) {
        await write();
        await hours(8);
        clock.advance(16 * HOUR_MS);
      }
      expect(await count('daily')).toBeLessThan(7);
    });

    it('deletes nothing before it has seen a day, and keeps a bounded number of sightings', async () => {
      await write();
      jump(10);
      await hours(24);
      expect(await count('daily')).toBe(1);
      await hours(3);
      expect(await count('daily')).toBe(0);
      for (let times = 0; times < 1_000; times += 1) {
        await round();
        clock.advance(60_000);
      }
      expect(await count('clock_sightings')).toBeLessThanOrEqual(300);
    });
  });

  it('does not start on a declaration that fits no table', async () => {
    const wrong = [{ table: 'expiring', column: 'expires_at', keptMs: 0, partitionDays: 1 }];
    await expect(new Housekeeping(database, wrong, logger).prepare(clock.system())).rejects.toThrow('expiring_default');
  });
});
