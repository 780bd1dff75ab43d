import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createLogger } from '@halyard/observability';
import { openDatabase } from '@halyard/persistence';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import type { DataSource } from 'typeorm';
import { DeliverySignal } from './delivery-signal.session.js';

const SESSIONS = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'halyard-probe-session'`;

let database: TestDatabase;
let dataSource: DataSource;
beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await openDatabase({
    service: 'probe',
    url: database.url,
    entities: [],
    migrations: [],
    poolSize: 1,
    logger: createLogger({ service: 'probe', level: 'silent' }),
  });
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

it('keeps nothing of the sessions that it lost', async () => {
  const signal = new DeliverySignal(dataSource);
  const sessions = () => dataSource.query<{ pid: number }[]>(SESSIONS);
  let losses = 0;
  const start = () =>
    signal.start(
      () => (losses += 1),
      () => undefined,
    );
  for (const lost of [1, 2, 3]) {
    await start();
    await dataSource.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = ANY ($1)', [
      (await sessions()).map(({ pid }) => pid),
    ]);
    await until('the loss is told', () => signal.worker === undefined);
    expect(losses).toBe(lost);
  }
  await start();
  await signal.stop();
  await until('the last is closed', async () => (await sessions()).length === 0);
});
