import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Metrics } from '@halyard/observability';
import { openPool, poolOf } from '@halyard/persistence';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { DataSource } from 'typeorm';
import { measurePools } from './pool.metrics.js';

describe('the metrics of pools', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  const metrics = new Metrics();
  beforeAll(async () => {
    database = await createTestDatabase();
    dataSource = await new DataSource({ type: 'postgres', url: database.url, poolSize: 2 }).initialize();
    measurePools(metrics, 'customers', dataSource);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const seriesOf = async (name: string): Promise<string[]> =>
    (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith(`halyard_pool_${name}{`));

  it('tell connections in use from idle ones, and who waits for one', async () => {
    const pool = poolOf(dataSource);
    const held = [await pool.connect(), await pool.connect()];
    const waiting = pool.connect();
    await until('somebody waits', () => pool.waitingCount === 1);
    const seen = [await seriesOf('connections'), await seriesOf('limit'), await seriesOf('waiting')];
    for (const one of held) one.release();
    (await waiting).release();
    expect(seen).toEqual([
      [
        'halyard_pool_connections{service="customers",pool="main",state="used"} 2',
        'halyard_pool_connections{service="customers",pool="main",state="idle"} 0',
      ],
      ['halyard_pool_limit{service="customers",pool="main"} 2'],
      ['halyard_pool_waiting{service="customers",pool="main"} 1'],
    ]);
    expect(await seriesOf('connections')).toEqual([
      'halyard_pool_connections{service="customers",pool="main",state="used"} 0',
      'halyard_pool_connections{service="customers",pool="main",state="idle"} 2',
    ]);
    expect(await seriesOf('waiting')).toEqual(['halyard_pool_waiting{service="customers",pool="main"} 0']);
  });

  it('are of every pool that is opened with the URL of the service, and of no other', async () => {
    const open = (connectionString: string, name: string, max: number) =>
      openPool({ connectionString, application_name: name, max });
    const pools = [open(database.url, 'halyard-sealer', 1), open(database.url, 'requests', 1)];
    pools.push(open(database.url, 'requests', 2), open(`${database.url}?of=another`, 'elsewhere', 5));
    expect(await seriesOf('limit')).toEqual([
      'halyard_pool_limit{service="customers",pool="main"} 2',
      'halyard_pool_limit{service="customers",pool="sealer"} 1',
      'halyard_pool_limit{service="customers",pool="requests"} 3',
    ]);
    for (const one of pools) await one.end();
    expect(await seriesOf('limit')).toContain('halyard_pool_limit{service="customers",pool="requests"} 0');
  });
});
