import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { queryOnce } from './query-once.js';
import { createServiceDatabase } from './service-database.js';
import { onServer } from './test-database.js';

/** A service whose databases no other test has asked for. */
function newService() {
  class CreateThings implements MigrationInterface {
    readonly name = 'CreateThings1795262400001';
    up(database: QueryRunner): Promise<unknown> {
      return database.query('CREATE TABLE things (id int PRIMARY KEY)');
    }
    down(): Promise<void> {
      return Promise.resolve();
    }
  }
  Object.defineProperty(CreateThings, 'name', { value: `CreateThings${randomUUID()}` });
  return { name: 'customers', migrations: [CreateThings] } as const;
}

const models = (): Promise<string[]> =>
  onServer(async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE datname LIKE 'model_customers_%'`,
    );
    return rows.map(({ datname }) => datname);
  });

describe('the databases of a service', () => {
  it('are copied from one, which several workers ask for at once, and each has its own rows', async () => {
    const [service, before] = [newService(), await models()];
    const all = await Promise.all(Array.from({ length: 4 }, () => createServiceDatabase(service)));
    for (const { serviceUrl } of all) await queryOnce(serviceUrl, 'INSERT INTO things VALUES (1)');
    expect((await models()).length).toBe(before.length + 1);
    for (const database of all) await database.drop();
  });

  it('are whole where the process that made the first one was killed', async () => {
    const [service, before] = [newService(), await models()];
    await (await createServiceDatabase(service)).drop();
    const [model = ''] = (await models()).filter((name) => !before.includes(name));
    await onServer(async (client) => {
      await client.query(`DROP DATABASE ${model}`);
      await client.query(`CREATE DATABASE ${model}`);
    });
    const database = await createServiceDatabase(service);
    expect(await queryOnce(database.serviceUrl, 'SELECT id FROM things')).toEqual([]);
    await database.drop();
  });
});
