import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@halyard/observability';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import type { DataSource } from 'typeorm';
import { ListeningSession, openDatabase } from './index.js';

const LOCKS = `SELECT pid FROM pg_locks WHERE locktype = 'advisory'
  AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
const CHANNEL = 'Words "of" mine';

describe('a listening session', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let session: ListeningSession | undefined;
  const heard: string[] = [];

  /** Two connections: the session has one, and what tells has the other. */
  beforeAll(async () => {
    database = await createTestDatabase();
    const logger = createLogger({ service: 'probe', level: 'silent' });
    dataSource = await openDatabase({
      service: 'probe',
      url: database.url,
      entities: [],
      migrations: [],
      poolSize: 2,
      logger,
    });
  });
  afterEach(async () => {
    await session?.close();
    session = undefined;
    heard.length = 0;
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const open = async (): Promise<ListeningSession> => {
    session = await ListeningSession.open(dataSource, {
      channel: CHANNEL,
      onNotice: () => heard.push('notice'),
      onLost: () => heard.push('lost'),
    });
    return session;
  };
  const tell = (channel = CHANNEL) => dataSource.query('SELECT pg_notify($1, $2)', [channel, '']);
  const locks = () => dataSource.query<{ pid: number }[]>(LOCKS);

  it('hears its channel as soon as it is open, and no other', async () => {
    await open();
    await tell('words of mine');
    await tell();
    await until('it is heard', () => heard.length > 0);
    expect(heard).toEqual(['notice']);
  });

  it('gives its connection back as it was: deaf, and with no lock', async () => {
    const closed = await open();
    await closed.query('SELECT pg_advisory_lock($1)', [1]);
    expect(await locks()).toHaveLength(1);
    await closed.close();
    await closed.close();
    expect(closed.isOpen).toBe(false);
    expect(await locks()).toEqual([]);
    await open();
    await tell();
    await until('the next one hears', () => heard.length > 0);
    expect(heard).toEqual(['notice']);
  });

  it('says once that it was lost, with all that it held, and the next one is opened', async () => {
    const lost = await open();
    await lost.query('SELECT pg_advisory_lock($1)', [1]);
    const [holder] = await locks();
    await dataSource.query('SELECT pg_terminate_backend($1)', [holder?.pid]);
    await until('it is told', () => heard.includes('lost'));
    expect([lost.isOpen, await locks()]).toEqual([false, []]);
    await lost.close();
    await open();
    await tell();
    await until('the next one hears', () => heard.length > 1);
    expect(heard).toEqual(['lost', 'notice']);
  });
});
