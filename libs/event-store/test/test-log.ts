import { createTestDatabase } from '@halyard/testing';
import { DataSource } from 'typeorm';
import type { EventLogUnderTest } from './behaviour/event-log-under-test.js';
import { eventStoreMigrations } from '../src/postgres/migrations.js';
import { PostgresEventStore } from '../src/postgres/postgres-event-store.js';
import { Admin } from './admin.js';
import { ClaimsInTable, claimsInTable, makeClaims } from './claims-in-table.js';

export interface TestLog extends EventLogUnderTest {
  readonly url: string;
  open(namespace?: string): PostgresEventStore;
}

export async function openTestLog(): Promise<TestLog> {
  const database = await createTestDatabase();
  const dataSource = new DataSource({ type: 'postgres', url: database.url, migrations: eventStoreMigrations });
  await dataSource.initialize();
  await dataSource.runMigrations();
  await makeClaims(dataSource);
  await dataSource.destroy();
  const admin = new Admin(database.url);
  const stores: PostgresEventStore[] = [];
  return {
    url: database.url,
    claims: new ClaimsInTable(),
    open(namespace) {
      const store = new PostgresEventStore(database.url, { claims: claimsInTable, namespace });
      stores.push(store);
      return store;
    },
    async cut() {
      await admin.kill('event-store-');
    },
    async restart() {
      await admin.allowConnections(false);
      await admin.allowConnections(true);
    },
    async close() {
      await Promise.all(stores.map((store) => store.close()));
      await admin.end();
      await database.drop();
    },
  };
}
