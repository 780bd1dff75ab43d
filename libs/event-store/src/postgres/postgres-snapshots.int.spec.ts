import { afterAll } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { TestLog } from '../../test/test-log.js';
import { openTestLog } from '../../test/test-log.js';
import { snapshotsBehaviour } from '../../test/snapshots.behaviour.js';
import { PostgresSnapshots } from './postgres-snapshots.js';

let log: TestLog;
let dataSource: DataSource;

snapshotsBehaviour('PostgresSnapshots', async () => {
  log = await openTestLog();
  dataSource = await new DataSource({ type: 'postgres', url: log.url }).initialize();
  return new PostgresSnapshots(dataSource);
});

afterAll(async () => {
  await dataSource.destroy();
  await log.close();
});
