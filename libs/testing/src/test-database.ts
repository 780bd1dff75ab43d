import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** The administrator's connection string for a database on the server of the run. */
export const urlOf = (database: string): string => {
  const url = process.env['TEST_POSTGRES_URL'];
  if (!url) throw new Error('TEST_POSTGRES_URL is not set: run the tests through npm test');
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
};

export const onServer = async <Result>(work: (client: Client) => Promise<Result>): Promise<Result> => {
  const client = new Client({ connectionString: urlOf('postgres') });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

export const newName = (): string => `test_${randomUUID().replaceAll('-', '')}`;

export const databaseOf = (name: string): TestDatabase => ({
  url: urlOf(name),
  drop: () => onServer(async (client) => void (await client.query(`DROP DATABASE ${name} WITH (FORCE)`))),
});

/** Makes an empty database. This takes some 50 ms, so each test file can have its own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = newName();
  await onServer((client) => client.query(`CREATE DATABASE ${name}`));
  return databaseOf(name);
}
