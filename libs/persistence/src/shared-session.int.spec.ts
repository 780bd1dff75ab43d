import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from '@halyard/observability';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import type { DataSource } from 'typeorm';
import { type ChannelListener, openDatabase, sessionOf, type SessionUse } from './index.js';

const SESSIONS = `SELECT pid FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'halyard-probe-session'`;
const CHANNEL = 'Words "of" mine';

describe('the session beside a pool', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  const uses: SessionUse[] = [];
  const heard: string[] = [];

  beforeAll(async () => {
    database = await createTestDatabase();
    const logger = createLogger({ service: 'probe', level: 'silent' });
    dataSource = await openDatabase({
      service: 'probe',
      url: database.url,
      entities: [],
      migrations: [],
      poolSize: 1,
      logger,
    });
  });
  afterEach(async () => {
    await Promise.all(uses.splice(0).map((use) => use.leave()));
    heard.length = 0;
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const join = (name = ''): SessionUse => {
    const use = sessionOf(dataSource).join(() => heard.push(`${name} lost`));
    uses.push(use);
    return use;
  };
  const hear: ChannelListener = (payload) => heard.push(payload);
  const tell = (payload: string, channel = CHANNEL) => dataSource.query('SELECT pg_notify($1, $2)', [channel, payload]);
  const sessions = () => dataSource.query<{ pid: number }[]>(SESSIONS);
  const end = async (): Promise<void> => {
    const [session] = await sessions();
    await dataSource.query('SELECT pg_terminate_backend($1)', [session?.pid]);
  };

  it('hears what is said on a channel from then on, and on no other', async () => {
    const session = await join().session();
    await session.listen(CHANNEL, hear);
    await tell('other', 'words of mine');
    await tell('mine');
    await tell('');
    await until('all is heard', () => heard.length > 1);
    expect(heard).toEqual(['mine', '']);
  });

  it('tells a listener once, and no more when it has left', async () => {
    const session = await join().session();
    await session.listen(CHANNEL, hear);
    await session.listen(CHANNEL, hear);
    await tell('first');
    await until('it is heard', () => heard.length > 0);
    session.unlisten(CHANNEL, hear);
    await session.listen('last', hear);
    await tell('second');
    await tell('third', 'last');
    await until('the last is heard', () => heard.length > 1);
    expect(heard).toEqual(['first', 'third']);
  });

  it('is one for all, and gone with the last of them', async () => {
    const [one, other] = [join(), join()];
    expect(await sessions()).toEqual([]);
    expect(await one.session()).toBe(await other.session());
    await one.leave();
    expect(await sessions()).toHaveLength(1);
    await other.leave();
    await until('it is gone', async () => (await sessions()).length === 0);
  });

  it('says to each that it was lost, with its locks, and the next one is another', async () => {
    const [one] = [join('one'), join('other')];
    const lost = await one.session();
    expect([await lost.tryLock('a name'), await lost.tryLock('a name')]).toEqual([true, false]);
    await end();
    await until('they are told', () => heard.length > 1);
    expect([lost.isOpen, heard]).toEqual([false, ['one lost', 'other lost']]);
    const next = await one.session();
    expect([next === lost, await next.tryLock('a name')]).toEqual([false, true]);
  });

  it('is lost when its server answers nothing any more', async () => {
    const use = join('one');
    const hung = await use.session();
    const [session] = await sessions();
    const pid = session?.pid ?? 0;
    process.kill(pid, 'SIGSTOP');
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    try {
      const asked = hung.query('SELECT 1').catch(() => 'no answer');
      await jest.advanceTimersByTimeAsync(60_000);
      expect(await asked).toBe('no answer');
    } finally {
      jest.useRealTimers();
      process.kill(pid, 'SIGCONT');
    }
    await until('it is told', () => heard.length > 0);
    expect([hung.isOpen, heard, (await use.session()) === hung]).toEqual([false, ['one lost'], false]);
  });
});
