import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { sessionOf } from '@halyard/persistence';
import { createServices, type TestServices } from '@halyard/testing/messaging';
import { eventually } from '@halyard/testing/waiting';
import type { DataSource, EntityManager } from 'typeorm';
import { absent, Presence } from './presence.js';

const CHANNEL = 'presence_spec';

let services: TestServices;
let dataSource: DataSource;
beforeAll(async () => {
  services = await createServices('transfers');
  dataSource = services.dataSourceOf('transfers');
});
afterAll(() => services.close());

const isAbsent = async (name: string, tx: EntityManager = dataSource.manager): Promise<boolean | undefined> =>
  (await tx.query<{ absent: boolean }[]>(`SELECT ${absent('$1')} AS absent`, [name]))[0]?.absent;

it('is seen by everyone at once, as is its end', async () => {
  const [name, presence] = ['a name', new Presence(dataSource, 'a name', () => undefined)];
  const seenByTwo = (): Promise<(boolean | undefined)[]> =>
    dataSource.transaction((one) =>
      dataSource.transaction(async (other) => [await isAbsent(name, one), await isAbsent(name, other)]),
    );
  await presence.open();
  expect([presence.isOpen, await seenByTwo()]).toEqual([true, [false, false]]);
  await presence.close();
  expect([presence.isOpen, await seenByTwo()]).toEqual([false, [true, true]]);
});

it('ends with its session, is told once, and leaves nothing of the sessions that were lost', async () => {
  const sessions = `SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'transfers-session'`;
  const pids = async (): Promise<number[]> =>
    (await services.admin.query<{ pid: number }[]>(sessions)).map(({ pid }) => pid);
  const losses: string[] = [];
  for (const name of ['first', 'second', 'third']) {
    const presence = new Presence(dataSource, name, () => losses.push(name));
    await presence.open();
    await services.admin.query('SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid', [await pids()]);
    await eventually('the loss is told', () => expect([presence.isOpen, losses.at(-1)]).toEqual([false, name]));
    await presence.close();
    // The server tells a session that it ends, and only then releases its locks.
    await eventually('its lock is released', async () => expect(await isAbsent(name)).toBe(true));
  }
  expect(losses).toEqual(['first', 'second', 'third']);
  await eventually('the last session is closed', async () => expect(await pids()).toEqual([]));
});

it('hears notices with what they say while it is open, and none when it could not be opened', async () => {
  const [heard, name]: [string[], string] = [[], newId()];
  const use = sessionOf(dataSource).join(() => undefined);
  const listening: string[] = [];
  await (await use.session()).listen(CHANNEL, (payload) => listening.push(payload));
  const say = async (payload: string): Promise<void> => {
    await dataSource.query('SELECT pg_notify($1, $2)', [CHANNEL, payload]);
    await eventually('it was said', () => expect(listening.at(-1)).toBe(payload));
  };
  const presence = new Presence(dataSource, name, () => undefined, {
    channel: CHANNEL,
    onNotice: (payload) => heard.push(payload),
  });
  await services.admin.transaction(async (other) => {
    await other.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
    await expect(presence.open()).rejects.toThrow('still held');
    await say('too early');
  });
  await presence.open();
  await say('in time');
  await presence.close();
  await say('too late');
  expect(heard).toEqual(['in time']);
  await use.leave();
});
