import { DueWork } from '@halyard/background';
import type { ClockStep } from '@halyard/contracts/sandbox-clock';
import { type Clock, newId } from '@halyard/core';
import { createServices, cut, silentLog, type TestServices } from '@halyard/testing/messaging';
import { TestClock } from '@halyard/testing/clock';
import { gate, until } from '@halyard/testing/waiting';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { AccountClocks } from './account-clocks.js';

const REAL_NOW = new Date('2026-03-02T18:00:00.000Z');
const STANDS_AT = '2027-01-01T00:00:00.000Z';

/** A process of a service. */
interface Process {
  readonly clocks: AccountClocks;
  readonly dataSource: DataSource;
  readonly system: TestClock;
  readonly moved: string[];
}

describe('clocks of accounts, as a service has stored them', () => {
  let services: TestServices;
  let accountId: string;
  let one: Process;
  let other: Process;
  const opened: Process[] = [];

  const processOf = async (): Promise<Process> => {
    const dataSource = await services.another('customers', `process-${newId()}`);
    const system = new TestClock(REAL_NOW);
    const moved: string[] = [];
    const onStep = (id: string): Promise<void> => {
      moved.push(id);
      return Promise.resolve();
    };
    const clocks = new AccountClocks({ dataSource, schema: 'customers', system, log: silentLog, onStep });
    clocks.start();
    const process = { clocks, dataSource, system, moved };
    opened.push(process);
    await until('the process knows what is real', async () => (await knows(process)) === undefined);
    return process;
  };
  /** What the process believes of an account that nobody has heard of, without asking the database. */
  const knows = ({ clocks, dataSource }: Process): Promise<unknown> => {
    const query = dataSource.query.bind(dataSource);
    let asked = 0;
    Object.assign(dataSource, { query: (...given: Parameters<typeof query>) => ((asked += 1), query(...given)) });
    return clocks
      .requireStep(newId(), undefined)
      .then(() => (asked > 0 ? 'it asks' : undefined))
      .finally(() => Object.assign(dataSource, { query }));
  };
  const stepOf = (step: number, more: Partial<ClockStep> = {}): ClockStep => ({
    ...{ accountId, step, mode: 'frozen', banks: 'on-time', isAdvancing: false },
    ...{ at: STANDS_AT, madeAt: REAL_NOW.toISOString() },
    ...more,
  });
  const codeOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'done',
      (error: { detail?: { clockStep?: number } }) => `clock is at ${String(error.detail?.clockStep)}`,
    );
  const at = (clock: Clock): Promise<string> => clock.now(accountId).then((now) => now.toISOString());

  beforeAll(async () => {
    services = await createServices('customers');
  });
  afterAll(() => services.close());
  beforeEach(async () => {
    accountId = newId();
    [one, other] = [await processOf(), await processOf()];
  });
  afterEach(async () => {
    for (const { clocks, dataSource } of opened.splice(0)) {
      await clocks.stop();
      await dataSource.destroy();
    }
  });

  it('are real at first: nothing is read, and nothing locked', async () => {
    expect(await one.clocks.stampOf(accountId)).toEqual({ at: REAL_NOW });
    expect([await one.clocks.isRunning(accountId), await one.clocks.isHeld(accountId)]).toEqual([true, false]);
    expect(await knows(one)).toBeUndefined();
  });

  it('stand where a step says, in every process at once', async () => {
    await one.clocks.store(stepOf(1));
    for (const { clocks, system } of [one, other]) {
      system.advance(60_000);
      expect(await clocks.stampOf(accountId)).toEqual({ at: new Date(STANDS_AT), step: 1 });
      expect(await clocks.isRunning(accountId)).toBe(false);
    }
    expect(one.moved).toEqual([accountId]);
  });

  it('go on from there when they run, and stand while they are advanced', async () => {
    await one.clocks.store(stepOf(1, { mode: 'running' }));
    other.system.advance(1_500);
    expect(await at(other.clocks)).toBe('2027-01-01T00:00:01.500Z');
    await one.clocks.store(stepOf(2, { mode: 'running', isAdvancing: true, at: '2027-02-01T00:00:00.000Z' }));
    other.system.advance(1_500);
    expect([await at(other.clocks), await other.clocks.isHeld(accountId)]).toEqual(['2027-02-01T00:00:00.000Z', true]);
  });

  it('show no time before the step, though a machine’s clock is behind', async () => {
    await one.clocks.store(stepOf(1, { mode: 'running' }));
    other.system.advance(-5_000);
    expect(await at(other.clocks)).toBe(STANDS_AT);
  });

  it('keep the last step, whatever comes late or twice', async () => {
    await one.clocks.store(stepOf(2));
    await one.clocks.store(stepOf(1, { at: '2026-06-01T00:00:00.000Z' }));
    await other.clocks.store(stepOf(2, { at: '2026-07-01T00:00:00.000Z' }));
    expect(await other.clocks.stampOf(accountId)).toEqual({ at: new Date(STANDS_AT), step: 2 });
  });

  it('carry out an operation at its own step alone, and say which it is', async () => {
    await one.clocks.store(stepOf(3));
    const work = (): Promise<string> => Promise.resolve('done');
    const during = (step?: number) => codeOf(other.clocks.during(accountId, step, work));
    expect(await Promise.all([during(3), during(2), during(4), during()])).toEqual([
      ...['done', 'clock is at 3', 'clock is at 3', 'clock is at 3'],
    ]);
    expect(await codeOf(other.clocks.requireStep(accountId, 3))).toBe('done');
    expect(await codeOf(other.clocks.requireStep(accountId, undefined))).toBe('clock is at 3');
  });

  it('refuse a stamp of before, once they are real again', async () => {
    await one.clocks.store(stepOf(1));
    await one.clocks.store(stepOf(2, { mode: 'real' }));
    const work = (): Promise<string> => Promise.resolve('done');
    expect(await codeOf(other.clocks.during(accountId, 1, work))).toBe('clock is at 2');
    expect(await codeOf(other.clocks.during(accountId, undefined, work))).toBe('done');
    expect(await other.clocks.stampOf(accountId)).toEqual({ at: REAL_NOW });
  });

  it('wait with a step until what holds them has ended, in every process', async () => {
    await one.clocks.store(stepOf(1));
    const third = await processOf();
    const [inOne, inOther] = [gate(), gate()];
    let entered = 0;
    const during = ({ clocks }: Process, { opened: until }: ReturnType<typeof gate>) =>
      clocks.during(accountId, 1, () => {
        entered += 1;
        return until;
      });
    const held = [during(one, inOne), during(one, inOther), during(other, inOther)];
    await until('all hold it', () => entered === 3);
    let isStored = false;
    const stored = one.clocks.store(stepOf(2)).then(() => (isStored = true));
    inOne.open();
    await held[0];
    await until('the step waits', () => hasWaitingLock(one));
    // Whoever comes while a step waits is behind it.
    const late = codeOf(third.clocks.during(accountId, 1, () => Promise.resolve()));
    expect(isStored).toBe(false);
    inOther.open();
    await Promise.all([...held, stored]);
    expect(await late).toBe('clock is at 2');
  });

  it('leave real time once nothing is under way any more that began in it, in every process', async () => {
    const [inOne, inOther] = [gate(), gate()];
    const begun = [
      one.clocks.during(accountId, undefined, () => inOne.opened),
      other.clocks.hold(accountId, () => inOther.opened),
    ];
    let hasLeft = false;
    const left = one.clocks.store(stepOf(1)).then(() => (hasLeft = true));
    await until('the step is stored', async () => (await other.clocks.stateOf(accountId)) !== undefined);
    inOne.open();
    await begun[0];
    const rows = () =>
      one.dataSource.query<unknown[]>('SELECT FROM clock_readers_left WHERE account_id = $1', [accountId]);
    await until('one of them is done', async () => (await rows()).length === 1);
    expect(hasLeft).toBe(false);
    inOther.open();
    await Promise.all([...begun, left]);
  });

  it('do not wait for a process that is dead', async () => {
    void other.clocks.during(accountId, undefined, () => new Promise(() => undefined));
    const { options } = other.dataSource;
    await other.clocks.stop();
    await cut(services.admin, String(options.type === 'postgres' && options.applicationName));
    await one.clocks.store(stepOf(1));
    expect(await one.clocks.isRunning(accountId)).toBe(false);
  });

  it('are asked for while a process can’t hear of them', async () => {
    const { options } = other.dataSource;
    if (options.type !== 'postgres') throw new Error('no Postgres');
    await cut(services.admin, `${String(options.applicationName)}-session`);
    await one.clocks.store(stepOf(1));
    expect((await other.clocks.stampOf(accountId)).step).toBe(1);
    await until('it hears again', async () => (await knows(other)) === undefined);
    expect((await other.clocks.stampOf(accountId)).step).toBe(1);
  });

  it('leave real time also if a process hears of it only once it can hear again', async () => {
    const { options } = other.dataSource;
    if (options.type !== 'postgres') throw new Error('no Postgres');
    const query = other.dataSource.query.bind(other.dataSource);
    const [mayEnter, isCut] = [gate(), gate()];
    // The process is there again, and enters only after the step was stored.
    Object.assign(other.dataSource, {
      query: async (...given: Parameters<typeof query>): Promise<unknown> => {
        if (String(given[0]).includes('DELETE FROM clock_readers')) {
          isCut.open();
          await mayEnter.opened;
        }
        return query(...given);
      },
    });
    await cut(services.admin, `${String(options.applicationName)}-session`);
    await isCut.opened;
    const left = one.clocks.store(stepOf(1));
    await until('the step is stored', async () => (await one.clocks.stateOf(accountId)) !== undefined);
    mayEnter.open();
    await left;
  });

  it('count what was done since the last step', async () => {
    await one.clocks.store(stepOf(1));
    await one.dataSource.transaction((tx) => one.clocks.countDone(tx, accountId, { settled: 2, other: 1 }));
    await one.dataSource.transaction((tx) => one.clocks.countDone(tx, accountId, { settled: 1 }));
    expect(await other.clocks.doneSinceStep(accountId)).toMatchObject({ settled: 3, other: 1, returned: 0 });
    await one.clocks.store(stepOf(2));
    expect(await other.clocks.doneSinceStep(accountId)).toMatchObject({ settled: 0, other: 0 });
  });

  it.each<[string, Partial<ClockStep> | undefined, number, object]>([
    ['real, in time', undefined, 2_000, { at: REAL_NOW }],
    ['real, late', undefined, 2_001, { at: new Date(REAL_NOW.getTime() + 2_001), dueAt: REAL_NOW }],
    ['frozen', { at: '2026-03-02T18:00:05.000Z' }, 0, { at: REAL_NOW }],
    ['advanced', { mode: 'running', isAdvancing: true }, 9_000, { at: REAL_NOW }],
  ])('give what was due its own time, unless it comes late by itself: %s', async (_, step, lateMs, expected) => {
    if (step) await one.clocks.store(stepOf(1, step));
    one.system.advance(lateMs);
    expect(await one.clocks.timeOfDue(accountId, REAL_NOW)).toEqual(expected);
  });

  it('leave what is due to those who advance them, and to nobody while they stand', async () => {
    const due = new DueWork({
      ...{ dataSource: one.dataSource, schema: 'customers', clock: one.clocks, log: silentLog },
      scheduler: { after: () => () => undefined },
    });
    const done: string[] = [];
    due.on('later', ({ key }) => Promise.resolve(void done.push(key)), 2);
    due.onMany('first', (items) => Promise.resolve(items.map(({ key }) => void done.push(key))), 1);
    await one.clocks.store(stepOf(1, { at: REAL_NOW.toISOString(), isAdvancing: true }));
    const moment = (ms: number): Date => new Date(REAL_NOW.getTime() + ms);
    const item = (kind: string, key: string, ms: number) => ({ kind, key, accountId, dueAt: moment(ms), data: null });
    await due.put([item('later', 'c', 10), item('first', 'a', 10), item('first', 'b', 10), item('first', 'd', 20)]);
    expect(await due.nextOf(accountId)).toMatchObject({ kind: 'first', at: moment(10) });
    expect(await due.runOf(accountId, moment(9))).toBeUndefined();
    expect(await due.runOf(accountId, moment(15))).toEqual({ kind: 'first', at: moment(10), count: 2 });
    expect(await due.runOf(accountId, moment(15))).toEqual({ kind: 'later', at: moment(10), count: 1 });
    expect([done, await due.runOf(accountId, moment(15))]).toEqual([['a', 'b', 'c'], undefined]);
  });

  async function hasWaitingLock({ dataSource }: Process): Promise<boolean> {
    const rows = await dataSource.query<unknown[]>(
      `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    return rows.length > 0;
  }
});
