import { Clock, newId } from '@halyard/core';
import { poolOf, runPooled } from '@halyard/persistence';
import { createServices, ManualTime, silentLog, type TestServices } from '@halyard/testing/messaging';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import type { DueHandler } from './due-item.js';
import { dueSteps } from './due-steps.js';
import { DueWork } from './due-work.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;

/** The system's time by hand, and accounts whose clocks were frozen at a moment. */
class FrozenClocks extends Clock {
  private readonly frozen = new Map<string, Date>();

  constructor(private readonly time: ManualTime) {
    super();
  }

  override system(): Date {
    return this.time.clock.system();
  }

  override now(accountId: string): Promise<Date> {
    return Promise.resolve(this.frozen.get(accountId) ?? this.system());
  }

  override isRunning(accountId: string): Promise<boolean> {
    return Promise.resolve(!this.frozen.has(accountId));
  }

  freeze(accountId: string): void {
    this.frozen.set(accountId, this.system());
  }
}

describe('how long due work has been overdue', () => {
  let services: TestServices;
  let dataSource: DataSource;
  let time: ManualTime;
  let clock: FrozenClocks;
  let due: DueWork;
  beforeAll(async () => {
    services = await createServices('transfers');
    dataSource = services.dataSourceOf('transfers');
  });
  beforeEach(async () => {
    await dataSource.query(`TRUNCATE due_work`);
    time = new ManualTime();
    clock = new FrozenClocks(time);
    due = new DueWork({ dataSource, schema: 'transfers', clock, scheduler: time, log: silentLog });
  });
  afterAll(() => services.close());

  const at = (ms: number): Date => new Date(clock.system().getTime() + ms);
  const item = (dueAt: Date, accountId: string | null = null) => ({
    ...{ kind: 'write', key: newId(), accountId, dueAt, data: null },
  });

  it('is 0 until something is due, and then counts from the moment of the first', async () => {
    expect(await due.overdueMs()).toBe(0);
    await due.put([item(at(MINUTE_MS)), item(at(3 * MINUTE_MS))]);
    expect(await due.overdueMs()).toBe(0);
    time.pass(4 * MINUTE_MS);
    expect(await due.overdueMs()).toBe(3 * MINUTE_MS);
  });

  it('counts from the first moment of what fails again and again', async () => {
    const fails: DueHandler = () => Promise.reject(new Error('no ink'));
    due.on('write', fails);
    await due.put(item(at(0)));
    const running = due.start();
    try {
      for (const attempts of [1, 2, 3]) {
        await until(`attempt ${attempts} has failed`, async () => {
          const sql = 'SELECT FROM due_work WHERE attempts >= $1';
          const isDone = (await dataSource.query<unknown[]>(sql, [attempts])).length > 0;
          if (!isDone) time.pass(SECOND_MS);
          return isDone;
        });
      }
    } finally {
      await running.stop();
    }
    const [row] = await dataSource.query<{ run_at: Date }[]>('SELECT run_at FROM due_work');
    expect(row?.run_at.getTime()).toBeGreaterThan(clock.system().getTime());
    const passedMs = clock.system().getTime() - new ManualTime().clock.system().getTime();
    expect(passedMs).toBeGreaterThan(0);
    expect(await due.overdueMs()).toBe(passedMs);
  });

  it('leaves out items of accounts whose clocks stand still before them', async () => {
    const accountId = newId();
    clock.freeze(accountId);
    await due.put(item(at(MINUTE_MS), accountId));
    time.pass(10 * MINUTE_MS);
    expect(await due.overdueMs()).toBe(0);
  });

  it('asks the clocks of accounts about items that the runner has not looked at yet', async () => {
    const [frozen, real] = [newId(), newId()];
    clock.freeze(frozen);
    const put = (accountId: string) => runPooled(poolOf(dataSource), dueSteps([{ ...item(at(MINUTE_MS)), accountId }]));
    await put(frozen);
    time.pass(2 * MINUTE_MS);
    expect(await due.overdueMs()).toBe(0);
    await put(real);
    time.pass(3 * MINUTE_MS);
    expect(await due.overdueMs()).toBe(2 * MINUTE_MS);
  });
});
