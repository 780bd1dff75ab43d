import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
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
  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource({ type: 'postgres', url: database.url }).initialize();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const contender = () => {
    const engine = new Engine();
    const logger = createLogger({ service: 'test', level: 'silent' });
    const leadership = new Leadership(dataSource, [engine], logger);
    leadership.start();
    return { engine, leadership };
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

  it('is lost with the session that holds it, and taken again', async () => {
    const { engine, leadership } = contender();
    await engine.until(true);
    const stopped = engine.until(false);
    await dataSource.query(
      `SELECT pg_terminate_backend(pid) FROM pg_locks
       WHERE locktype = 'advisory' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    await stopped;
    await engine.until(true);
    await leadership.stop();
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
