import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId, TimerScheduler } from '@halyard/core';
import { backgroundMigrations, Lease } from '@halyard/background';
import { createLogger } from '@halyard/observability';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { DataSource } from 'typeorm';
import { Leadership } from './leadership.js';
import type { Runner } from './stream-reader.js';

/** Something that must run once. */
class Engine implements Runner {
  running = false;
  onChange: () => void = () => undefined;

  start(): void {
    this.running = true;
    this.onChange();
  }

  stop(): Promise<void> {
    this.running = false;
    this.onChange();
    return Promise.resolve();
  }

  until(running: boolean): Promise<void> {
    return new Promise((resolve) => {
      this.onChange = () => {
        if (this.running === running) resolve();
      };
      this.onChange();
    });
  }
}

describe('the lead among processes', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let name: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    const migrations = [...backgroundMigrations];
    dataSource = await new DataSource({ type: 'postgres', url: database.url, migrations }).initialize();
    await dataSource.runMigrations();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });
  beforeEach(() => {
    name = newId();
  });

  const contender = (shape = 1) => {
    const [engine, beside] = [new Engine(), new Engine()];
    const options = {
      dataSource,
      scheduler: new TimerScheduler(),
      log: createLogger({ service: 'test', level: 'silent' }),
    };
    const leadership = new Leadership(
      { lease: new Lease({ ...options, name: `${name} ${shape}` }), runners: [beside] },
      { lease: new Lease({ ...options, name }), runners: [engine] },
    );
    leadership.start();
    return { engine, beside, leadership };
  };
  it('is taken by one, and by the next once that one has stopped', async () => {
    const first = contender();
    await first.engine.until(true);
    const second = contender();
    expect(second.engine.running).toBe(false);
    await first.leadership.stop();
    expect(first.engine.running).toBe(false);
    await second.engine.until(true);
    await second.leadership.stop();
  });

  it('ends where it was lost to another, and is taken again once that one is gone', async () => {
    const { engine, leadership } = contender();
    await engine.until(true);
    const successor = newId();
    const session = dataSource.createQueryRunner();
    await session.query(`SELECT pg_advisory_lock(hashtextextended($1, 0))`, [successor]); // as one that lives
    await dataSource.query(`UPDATE leases SET holder = $2, expires_at = now() + interval '1 minute' WHERE name = $1`, [
      name,
      successor,
    ]);
    await engine.until(false);
    await session.query(`SELECT pg_advisory_unlock_all()`);
    await session.release();
    await engine.until(true);
    await leadership.stop();
  });

  it('is with one of all builds, while each of the others has a process that works beside', async () => {
    const before = contender(1);
    await before.engine.until(true);
    const [next, another] = [contender(2), contender(2)];
    const first = await Promise.race([next, another].map((one) => one.beside.until(true).then(() => one)));
    const second = first === next ? another : next;
    expect([before.beside.running, first.engine.running, second.beside.running]).toEqual([false, false, false]);
    await before.leadership.stop();
    await first.engine.until(true);
    expect([first.beside.running, second.engine.running]).toEqual([false, false]);
    await first.leadership.stop();
    await second.engine.until(true);
    await second.leadership.stop();
    expect([second.engine.running, second.beside.running]).toEqual([false, false]);
  });

  it('can be given up before it was ever taken', async () => {
    const first = contender();
    await first.engine.until(true);
    const second = contender();
    await second.leadership.stop();
    await first.leadership.stop();
    expect(second.engine.running).toBe(false);
  });
});
