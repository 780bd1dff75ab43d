import { Clock, DAY_MS, newId } from '@halyard/core';
import { until } from '@halyard/testing/waiting';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource, type EntityManager } from 'typeorm';
import { ManualTime, silentLog } from '@halyard/testing/messaging';
import { createServices, cut, type TestServices } from '@halyard/testing/messaging';
import { gate } from '@halyard/testing/waiting';
import { type DueHandler, type DueItem } from './due-item.js';
import { DueWork } from './due-work.js';
import type { Worker } from '../running.js';

const SECOND_MS = 1_000;

/** The system's time by hand, and accounts whose clocks were moved or frozen. One holder at a time has a clock. */
class AccountClocks extends Clock {
  private readonly holders = new Map<string, Promise<unknown>>();
  private readonly frozen = new Map<string, Date>();
  private readonly ahead = new Map<string, number>();

  constructor(private readonly time: ManualTime) {
    super();
  }

  override system(): Date {
    return this.time.clock.system();
  }

  override now(accountId: string): Promise<Date> {
    const ahead = this.ahead.get(accountId) ?? 0;
    return Promise.resolve(this.frozen.get(accountId) ?? new Date(this.system().getTime() + ahead));
  }

  override isRunning(accountId: string): Promise<boolean> {
    return Promise.resolve(!this.frozen.has(accountId));
  }

  override async hold<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    const held = (this.holders.get(accountId) ?? Promise.resolve()).then(work);
    this.holders.set(
      accountId,
      held.catch(() => undefined),
    );
    return held;
  }

  freeze(accountId: string, at: Date): void {
    this.frozen.set(accountId, at);
  }

  advance(accountId: string, ms: number): void {
    this.ahead.set(accountId, ms);
  }
}

/** A process of the service: connections, timers and handlers of its own. */
interface Process {
  readonly due: DueWork;
  readonly time: ManualTime;
  readonly clocks: AccountClocks;
  readonly name: string;
  readonly dataSource: DataSource;
}

describe('DueWork', () => {
  let services: TestServices;
  let database: DataSource;
  const running: Worker[] = [];
  const opened: DataSource[] = [];

  const processOf = async (handlers: Readonly<Record<string, DueHandler>>): Promise<Process> => {
    const name = `process-${newId()}`;
    const { options } = database;
    if (options.type !== 'postgres') throw new Error('due work lies in Postgres');
    const dataSource = new DataSource({ ...options, applicationName: name, poolErrorHandler: () => undefined });
    opened.push(await dataSource.initialize());
    const time = new ManualTime();
    const clocks = new AccountClocks(time);
    const due = new DueWork({
      ...{ dataSource, schema: 'transfers', clock: clocks, scheduler: time, log: silentLog },
      handledMaxMs: 0,
    });
    for (const [kind, handler] of Object.entries(handlers)) due.on(kind, handler);
    return { due, time, clocks, name, dataSource };
  };
  const start = ({ due }: Process): Worker => {
    const one = due.start();
    running.push(one);
    return one;
  };
  const write: DueHandler = async ({ key }, tx) => {
    await tx.query(`INSERT INTO effects (name) VALUES ($1)`, [key]);
  };
  const at = (process: Process, ms: number): Date => new Date(process.time.clock.system().getTime() + ms);
  const item = (key: string, dueAt: Date, more: Partial<DueItem> = {}): DueItem => ({
    kind: 'write',
    key,
    accountId: null,
    dueAt,
    data: null,
    ...more,
  });
  const put = (process: Process, ...items: readonly DueItem[]): Promise<void> => process.due.put(items);
  const effects = async (): Promise<string[]> =>
    (await database.query<{ name: string }[]>(`SELECT name FROM effects ORDER BY id`)).map(({ name }) => name);
  const left = async (): Promise<number> => {
    const [row] = await database.query<{ count: number }[]>(`SELECT count(*)::int AS count FROM due_work`);
    return row?.count ?? 0;
  };
  const done = (...names: readonly string[]): Promise<void> =>
    until(`${names.join()} are done`, async () => (await effects()).join() === names.join());
  /** Moves a process's time on until it holds: what is due next depends on answers of the database. */
  const passUntil = (process: Process, what: string, holds: () => Promise<boolean>): Promise<void> =>
    until(what, async () => {
      process.time.pass(SECOND_MS);
      return holds();
    });
  /** The process has looked, found nothing more to do, and sleeps. */
  const asleep = async (process: Process): Promise<void> => {
    const marker = `asleep-${newId()}`;
    await put(process, item(marker, at(process, 0)));
    await until('the process has come so far', async () => (await effects()).includes(marker));
    await database.query(`DELETE FROM effects WHERE name = $1`, [marker]);
  };

  beforeAll(async () => {
    services = await createServices('transfers');
    database = services.dataSourceOf('transfers');
    await database.query(`CREATE TABLE effects (id bigserial PRIMARY KEY, name text)`);
  });
  beforeEach(() => database.query(`TRUNCATE effects, due_work`));
  afterEach(async () => {
    await Promise.all(running.splice(0).map((one) => one.stop()));
    for (const one of opened.splice(0)) await one.destroy();
  });
  afterAll(() => services.close());

  it('does what is due in the order of its time, and what is due at the same instant in the order in which it was put', async () => {
    const one = await processOf({ write });
    await put(one, item('now', at(one, 0)), item('long past', at(one, -DAY_MS)), item('future', at(one, 60)));
    await put(one, item('second', at(one, -1)));
    await put(one, item('third', at(one, -1)));
    start(one);
    await done('long past', 'second', 'third', 'now');
    expect(await left()).toBe(1);
    one.time.pass(59);
    await asleep(one);
    expect(await left()).toBe(1);
    one.time.pass(1);
    await passUntil(one, 'its time was seen', async () => (await left()) === 0);
    expect(await effects()).toEqual(['long past', 'second', 'third', 'now', 'future']);
  });

  it('does ten thousand in order, a bounded number at a time', async () => {
    let [handled, most] = [0, 0];
    const inBatch = new Map<EntityManager, number>();
    const one = await processOf({
      write: (due, tx) => {
        const count = (inBatch.get(tx) ?? 0) + 1;
        inBatch.set(tx, count);
        most = Math.max(most, count);
        handled += 1;
        return write(due, tx);
      },
    });
    const items = Array.from({ length: 10_000 }, (_, n) => item(String(n), at(one, -(n * 7_919) % 10_000)));
    await put(one, ...items);
    start(one);
    for (let some = 1_000; some <= 10_000; some += 1_000) await until('some more are done', () => handled >= some);
    await until('nothing is left', async () => (await left()) === 0);
    const inOrder = [...items].sort((a, b) => a.dueAt.getTime() - b.dueAt.getTime()).map(({ key }) => key);
    expect(await effects()).toEqual(inOrder);
    expect(most).toBe(100);
  });

  it('is at once told of what another process puts, and only of what is due soon', async () => {
    const [one, other] = [await processOf({ write }), await processOf({})];
    start(one);
    await asleep(one);
    const sleeps = one.time.nextInMs;
    await put(other, item('far', at(one, DAY_MS)));
    await put(other, item('at once', at(one, 0)));
    await done('at once');
    expect(one.time.nextInMs).toBe(sleeps);
  });

  it('knows the edge of a day to the millisecond', async () => {
    const one = await processOf({ write });
    const midnight = Math.ceil(at(one, 1).getTime() / DAY_MS) * DAY_MS;
    one.time.pass(midnight - at(one, 0).getTime() - 1);
    await put(one, item('midnight', new Date(midnight)), item('before', new Date(midnight - 1)));
    start(one);
    await done('before');
    one.time.pass(1);
    await passUntil(one, 'midnight was seen', async () => (await left()) === 0);
    expect(await effects()).toEqual(['before', 'midnight']);
  });

  it('commits an effect together with the end of its item, and tries what failed again later and later', async () => {
    let failures = 0;
    const one = await processOf({
      write: async (due, tx) => {
        await write(due, tx);
        if (due.key === 'bad' && failures++ < 4) throw new Error('no ink');
      },
    });
    await put(one, item('first', at(one, -2)), item('bad', at(one, -1)), item('last', at(one, 0)));
    start(one);
    await done('first', 'last');
    const [row] = await database.query<unknown[]>(`SELECT attempts, cause, run_at FROM due_work WHERE key = 'bad'`);
    expect(row).toEqual({ attempts: 1, cause: 'Error: no ink', run_at: at(one, 1_000) });
    await passUntil(one, 'it succeeded', async () => (await left()) === 0);
    expect(await effects()).toEqual(['first', 'last', 'bad']);
    expect(failures).toBe(5);
  });

  it('holds up nothing by items that no handler is known for', async () => {
    const one = await processOf({ write });
    await put(one, item('x', at(one, -5), { kind: 'newer' }), item('known', at(one, 0)));
    start(one);
    await done('known');
    expect(await left()).toBe(1);
  });

  it('moves what is put again, and forgets what is removed', async () => {
    const one = await processOf({ write });
    await put(one, item('moved', at(one, 0)), item('removed', at(one, 0)), item('moved', at(one, DAY_MS)));
    await put(one, item('later', at(one, DAY_MS)));
    await put(one, item('later', at(one, -1)));
    await one.dataSource.transaction((tx) => one.due.remove(tx, 'write', 'removed'));
    start(one);
    await done('later');
    expect([await left(), await one.due.has('write', 'moved')]).toEqual([1, true]);
  });

  it('does the same item again when its handler says so, in one commit with its effect', async () => {
    const one = await processOf({
      tick: async (due, tx) => {
        await write(due, tx);
        return new Date(due.dueAt.getTime() + 30);
      },
    });
    await put(one, item('tick', at(one, 0), { kind: 'tick' }));
    start(one);
    await done('tick');
    one.time.pass(30);
    await passUntil(one, 'it ticks on', async () => (await effects()).length > 1);
    expect(await left()).toBe(1);
  });

  it('does not lose what is put anew while it is at work', async () => {
    const [entered, goOn] = [gate(), gate()];
    const one = await processOf({
      write: async (due, tx) => {
        entered.open();
        await goOn.opened;
        await write(due, tx);
      },
    });
    await put(one, item('again', at(one, 0)));
    start(one);
    await entered.opened;
    const putting = put(one, item('again', at(one, 0)));
    goOn.open();
    await putting;
    await done('again', 'again');
  });

  it('is run by one process at a time; another goes on when that one stops', async () => {
    const [one, other] = [
      await processOf({ write }),
      await processOf({ write: () => Promise.reject(new Error('not mine')) }),
    ];
    const first = start(one);
    await asleep(one);
    start(other);
    await put(one, item('a', at(one, 0)));
    await done('a');
    await first.stop();
    const third = await processOf({ write });
    await put(third, item('b', at(third, 0)));
    await passUntil(other, 'the other has tried', async () => {
      const [row] = await database.query<{ attempts: number }[]>(`SELECT attempts FROM due_work WHERE key = 'b'`);
      return (row?.attempts ?? 0) > 0;
    });
  });

  it('does once what a process was killed in the middle of', async () => {
    const [entered, hung] = [gate(), gate()];
    const one = await processOf({
      write: async (due, tx) => {
        await write(due, tx);
        entered.open();
        await hung.opened;
      },
    });
    const other = await processOf({ write });
    await put(one, ...Array.from({ length: 20 }, (_, n) => item(`i${n}`, at(one, n - 20))));
    start(one);
    await entered.opened;
    await cut(services.admin, one.name, `${one.name}-session`);
    start(other);
    await passUntil(other, 'the other did it all', async () => (await left()) === 0);
    hung.open();
    expect(await effects()).toEqual(Array.from({ length: 20 }, (_, n) => `i${n}`));
  });

  it('does once what a process was stopped in the middle of, once the database has ended that', async () => {
    const [entered, hung] = [gate(), gate()];
    const one = await processOf({
      write: async (due, tx) => {
        await write(due, tx);
        entered.open();
        await hung.opened;
        await write(due, tx);
      },
    });
    const other = await processOf({ write });
    await put(one, item('once', at(one, 0)), item('next', at(one, 0)));
    start(one);
    await entered.opened;
    await database.query(`UPDATE leases SET expires_at = now() WHERE name = 'due-work'`);
    start(other);
    await put(other, item('meanwhile', at(other, 0)));
    await passUntil(other, 'the other did it', async () => (await left()) === 0);
    hung.open();
    await Promise.all(running.splice(0).map((process) => process.stop()));
    expect(await effects()).toEqual(['meanwhile', 'once', 'next']);
  });

  describe('in the time of an account', () => {
    const account = newId();
    const own = (key: string, dueAt: Date): DueItem => item(key, dueAt, { accountId: account });

    it('is due when the account’s clock says so', async () => {
      const one = await processOf({ write });
      one.clocks.advance(account, 10 * DAY_MS);
      await put(one, own('past', at(one, 10 * DAY_MS - 1)), own('ahead', at(one, 10 * DAY_MS + 500)));
      start(one);
      await done('past');
      one.time.pass(500);
      await passUntil(one, 'its time came', async () => (await left()) === 0);
    });

    it('holds that clock once for all that a transaction does of it, at several moments and of several kinds', async () => {
      const one = await processOf({ write, other: write });
      const kind = 'other';
      await put(one, own('a', at(one, -3)), own('b', at(one, -2)), { ...own('c', at(one, -1)), kind });
      start(one);
      await done('a', 'b', 'c');
      await asleep(one);
      await put(one, own('again', at(one, 0)));
      await done('a', 'b', 'c', 'again');
    });

    it('is queued anew when that clock is moved, in its order, and leaves others where they are', async () => {
      const one = await processOf({ write });
      const days = [3, 1, 2, 9];
      await put(one, ...days.map((day) => own(`day ${day}`, at(one, day * DAY_MS))));
      await put(one, item('another', at(one, DAY_MS), { accountId: newId() }), item('system', at(one, DAY_MS)));
      start(one);
      await asleep(one);
      one.clocks.advance(account, 5 * DAY_MS);
      await one.due.accountClockMoved(account);
      await done('day 1', 'day 2', 'day 3');
      expect(await left()).toBe(3);
    });

    it('waits for ever while that clock is frozen before it, and goes on with it', async () => {
      const one = await processOf({ write });
      one.clocks.freeze(account, at(one, 0));
      await put(one, own('at the hour', at(one, 0)), own('ahead', at(one, 10)));
      start(one);
      await done('at the hour');
      one.time.pass(4 * SECOND_MS);
      await asleep(one);
      expect(await left()).toBe(1);
      one.clocks.freeze(account, at(one, 0));
      await one.due.accountClockMoved(account);
      await done('at the hour', 'ahead');
    });

    it('is not done if the clock was moved back in time', async () => {
      const one = await processOf({ write });
      await put(one, own('later', at(one, 10)));
      one.clocks.advance(account, -DAY_MS);
      one.time.pass(10);
      start(one);
      await asleep(one);
      expect(await left()).toBe(1);
      one.time.pass(DAY_MS);
      await passUntil(one, 'its time came again', async () => (await left()) === 0);
    });

    it('is not passed over when it is put while the clock is being moved', async () => {
      const one = await processOf({ write });
      start(one);
      let moving: Promise<void> | undefined;
      await one.dataSource.transaction(async (tx) => {
        await one.due.put(own('meanwhile', at(one, DAY_MS)), tx);
        one.clocks.advance(account, 2 * DAY_MS);
        moving = one.due.accountClockMoved(account);
        await until('the mover waits', async () => {
          const waiting = await database.query<unknown[]>(
            `SELECT FROM pg_stat_activity WHERE application_name = $1 AND wait_event = 'advisory' AND query LIKE '%xact_lock(%'`,
            [one.name],
          );
          return waiting.length > 0;
        });
      });
      await moving;
      await done('meanwhile');
    });
  });
});
