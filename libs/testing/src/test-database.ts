import { randomUUID } from 'node:crypto';
import { Client } from 'pg';

/** A separate database on the test run's Postgres server. */
export interface TestDatabase {
  /** Administrator's connection string of this database. */
  readonly url: string;
  drop(): Promise<void>;
}

const serverUrl = (): string => {
  const url = process.env['TEST_POSTGRES_URL'];
  if (!url) throw new Error('TEST_POSTGRES_URL is not set: run the tests through npm test');
  return url;
};

const onServer = async (sql: string): Promise<void> => {
  const client = new Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
};

/** Creates an empty database in some 50 ms, so that each test file can have one. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(`CREATE DATABASE ${name}`);
  const url = new URL(serverUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => onServer(`DROP DATABASE ${name} WITH (FORCE)`) };
}
