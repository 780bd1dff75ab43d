import type { Worker } from '@halyard/background';
import { claimForAppends } from '@halyard/changes';
import { newId } from '@halyard/core';
import { type EventStore, streamMigrations } from '@halyard/event-store';
import { recoveryMigrations } from '@halyard/recovery';
import { createLogger } from '@halyard/observability';
import { SharedSession } from '@halyard/persistence';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { type EventStoreDouble, startEventStoreDouble } from '@halyard/testing/eventstore-double';
import { TestClock } from '@halyard/testing/clock';
import { until } from '@halyard/testing/waiting';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { eventStoreChoice } from './event-store-choice.js';

const logger = createLogger({ service: 'tests', level: 'silent' });

describe('a database beside an EventStoreDB that does not go back with it', () => {
  let double: EventStoreDouble;
  const databases: TestDatabase[] = [];
  const sources: DataSource[] = [];
  const stores: EventStore[] = [];
  let over: Error[];
  let namespace: string;
  beforeAll(async () => {
    double = await startEventStoreDouble();
  });
  afterAll(() => double.close());
  beforeEach(() => {
    over = [];
    namespace = `n${newId().replaceAll('-', '')}`;
  });
  afterEach(async () => {
    await Promise.all(stores.splice(0).map((store) => store.close()));
    await Promise.all(sources.splice(0).map((source) => source.destroy()));
    await Promise.all(databases.splice(0).map((database) => database.drop()));
  });

  const newDatabase = async (): Promise<DataSource> => {
    const database = await createTestDatabase();
    databases.push(database);
    const migrations = [...streamMigrations, ...recoveryMigrations];
    const source = await new DataSource({ type: 'postgres', url: database.url, migrations }).initialize();
    sources.push(source);
    await source.runMigrations();
    return source;
  };
  /** The database of an original, or of its copy, which has the same id. */
  const copyOf = async (original: DataSource): Promise<DataSource> => {
    const copy = await newDatabase();
    const [row] = await original.query<{ id: string }[]>('SELECT id FROM installation');
    await copy.query('UPDATE installation SET id = $1, founded = true', [row?.id]);
    return copy;
  };
  const choice = () =>
    eventStoreChoice({ eventstoreUrl: double.connectionString, eventStoreNamespace: namespace }, (error) =>
      over.push(error),
    );
  const openOn = async (dataSource: DataSource, reached = 0n): Promise<EventStore> => {
    const store = await choice().open({
      databaseUrl: '',
      dataSource,
      logger,
      claims: claimForAppends(new TestClock()),
      session: new SharedSession('postgres://nowhere.invalid', 'unused'),
      reached: () => Promise.resolve(reached),
    });
    stores.push(store);
    return store;
  };
  const serve = async (dataSource: DataSource): Promise<Worker | undefined> =>
    choice().hold?.(await openOn(dataSource), dataSource, logger);
  const restoreTo = (dataSource: DataSource, epoch: number): Promise<unknown> =>
    dataSource.query('INSERT INTO restores (epoch, id, at) VALUES ($1, $2, now())', [epoch, newId()]);

  it('is one of two that serve: the original ends once its copy has begun an epoch, and starts no more', async () => {
    const original = await newDatabase();
    const serving = await serve(original);
    const copy = await copyOf(original);
    await restoreTo(copy, 1);
    const copying = await serve(copy);
    await until('the original ends', () => over.length > 0);
    expect(over[0]?.message).toContain('Epoch 1');
    await expect(serve(original)).rejects.toThrow('Epoch 1');
    expect(over).toHaveLength(1);
    await Promise.all([serving?.stop(), copying?.stop()]);
  });

  it('is refused if it knows later events than the store has, from a checkpoint or from a look', async () => {
    const database = await newDatabase();
    const store = await openOn(database);
    const head = await store.head();
    await openOn(database, head);
    await expect(openOn(database, head + 1n)).rejects.toThrow('recovery_target_time');
    await database.query('UPDATE installation SET reached = $1, reached_at = now()', [(head + 1n).toString()]);
    await expect(openOn(database)).rejects.toThrow('npm run after-restore');
  });
});
