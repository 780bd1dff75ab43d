import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@halyard/observability';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { DatabaseClient, openPool } from './connections.js';
import { openDatabase } from './open-database.js';

describe('the end of a connection', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  /** What node does with an error that nobody listens to: it throws it at whoever emits it. */
  const isHeard = (client: unknown): void => {
    if (!(client instanceof DatabaseClient)) throw new Error('a connection that was made elsewhere');
    expect(client.emit('error', new Error('terminating connection'))).toBe(true);
  };

  it('is heard of one that was never used', () => isHeard(new DatabaseClient()));

  it('is heard of a pooled one while it is set up, used, idle and removed', async () => {
    const atSetup: unknown[] = [];
    const pool = openPool({
      connectionString: database.url,
      verify: (client, done) => {
        atSetup.push(client);
        isHeard(client);
        done();
      },
    });
    const client = await pool.connect();
    expect(atSetup).toEqual([client]);
    isHeard(client);
    client.release(true);
    isHeard(client);

    const other = await pool.connect();
    other.release();
    isHeard(other);
    await pool.end();
  });

  it('is heard of those of TypeORM, also after their release', async () => {
    const dataSource = await openDatabase({
      service: 'customers',
      url: database.url,
      entities: [],
      migrations: [],
      poolSize: 1,
      logger: createLogger({ service: 'customers', level: 'silent' }),
    });
    const runner = dataSource.createQueryRunner();
    const client: unknown = await runner.connect();
    isHeard(client);
    await runner.release();
    isHeard(client);
    await dataSource.destroy();
    isHeard(client);
  });
});
