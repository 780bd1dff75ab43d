import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Lease } from '@halyard/background';
import { AccountClocks } from '@halyard/clocks';
import type { ClockStep } from '@halyard/contracts/sandbox-clock';
import { TimerScheduler } from '@halyard/core';
import { ServiceCalls } from '@halyard/http';
import { applicationPrincipal, startTestService, type TestService } from '@halyard/testing';
import { silentLog } from '@halyard/testing/messaging';
import { until } from '@halyard/testing/waiting';
import { ClockWorld, ClockWorlds, createdIn } from '../../../test/clock-world.js';
import { Quiet } from '../../quiet/quiet.js';
import { OnTimeBanks } from '../../rail/on-time/on-time-banks.js';
import { transfersService } from '../../transfers.module.js';
import { DueServices } from '../due-services.js';
import { OwnDueRuns } from '../own-due-runs.js';
import { Steps } from '../steps.js';
import { UsedAccounts } from '../used-accounts.query.js';
import { AdvancePatience, AdvanceRun } from './advance-run.js';

const DAY_1 = '2026-03-03T18:00:00.000Z';
const DAY_2 = '2026-03-04T18:00:00.000Z';

class Killed extends Error {
  override readonly name = 'Killed';
}

/** Where a process dies: before its nth call of the database or another service, or after it and before its answer. */
interface Death {
  readonly call: number;
  readonly when: 'before' | 'after';
}

/** Lets a process die at one of its calls. From then on, it does nothing any more. */
class Mortal {
  calls = 0;

  constructor(private readonly death?: Death) {}

  get hasDied(): boolean {
    return this.death !== undefined && this.calls >= this.death.call;
  }

  /** The same object, of whose methods each call is counted. */
  wrap<Wrapped extends object>(wrapped: Wrapped): Wrapped {
    return new Proxy(wrapped, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => this.call(() => Reflect.apply(member, target, args));
      },
    });
  }

  private async call(work: () => unknown): Promise<unknown> {
    if (this.hasDied) throw new Killed();
    this.calls += 1;
    if (this.hasDied && this.death?.when === 'before') throw new Killed();
    const result = await work();
    if (this.hasDied) throw new Killed();
    return result;
  }
}

describe('an advance that is carried out in parts', () => {
  let service: TestService;
  let worlds: ClockWorlds;
  let world: ClockWorld;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    worlds = new ClockWorlds(service);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new ClockWorld(service, applicationPrincipal(), worlds);
  });

  /** Keeps the service itself from carrying out advances of the account. */
  async function keepAway<Result>(accountId: string, work: () => Promise<Result>): Promise<Result> {
    const { dataSource } = service;
    const held = Promise.withResolvers<void>();
    const name = `advance of ${accountId}`;
    const lease = new Lease({ dataSource, name, scheduler: new TimerScheduler(), log: silentLog }).hold(
      async (signal) => {
        held.resolve();
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      },
    );
    await held.promise;
    try {
      return await work();
    } finally {
      await lease.stop();
    }
  }

  /** Carries out an advance as another process would. */
  function carryOut(id: string, mortal: Mortal) {
    const dataSource = mortal.wrap(service.dataSource);
    const calls = mortal.wrap(service.get(ServiceCalls));
    const clocks = service.get(AccountClocks);
    const due = new DueServices(mortal.wrap(service.get(OwnDueRuns)), calls);
    const steps = new Steps(dataSource, clocks, calls, service.get(OnTimeBanks), service.get(UsedAccounts), due);
    const quiet = service.get(Quiet);
    const parts = { dataSource, clock: clocks, steps, due, quiet, patience: service.get(AdvancePatience) };
    return new AdvanceRun(parts, world.accountId, id, new AbortController().signal).run();
  }

  /** @returns the end of an advance of which each process but the last died, and the times of which services were told */
  async function outcome(deaths: readonly (Death | undefined)[], isReal: boolean) {
    world = new ClockWorld(service, applicationPrincipal(), worlds);
    const { accountId, due } = world;
    if (!isReal) await world.change({ mode: 'frozen' });
    due.add(DAY_1, DAY_1, '2026-03-04T00:00:00.000Z');
    due.onDone = () => (world.events = 3);
    let calls = 0;
    await keepAway(accountId, async () => {
      const id = createdIn(await world.begin({ to: DAY_2 }));
      for (const death of deaths) {
        const mortal = new Mortal(death);
        await carryOut(id, mortal).catch((error: unknown) => {
          if (!mortal.hasDied) throw error;
        });
        ({ calls } = mortal);
      }
    });
    const { body } = await world.call('GET', '/sandbox-clock/advances');
    if (body.type !== 'collection') throw new Error(JSON.stringify(body));
    const [advance] = body.items.map(({ attributes: { id: _id, ...attributes } }) => attributes);
    const told = service.services.calls
      .filter(({ service: to, method, path }) => to === 'auth' && method === 'PUT' && path.endsWith(accountId))
      .map(({ body: step }) => (step as ClockStep).at);
    return { calls, end: { advance, clock: await world.clock(), did: due.did }, told };
  }

  it.each([
    { when: 'before', mode: 'frozen', each: 2 },
    { when: 'after', mode: 'frozen', each: 1 },
    { when: 'before', mode: 'real', each: 4 },
    { when: 'after', mode: 'real', each: 3 },
  ] as const)('ends as without it when its process dies $when any of its calls: $mode at first', async (given) => {
    const { when, mode, each } = given;
    const isReal = mode === 'real';
    const { calls, end } = await outcome([undefined], isReal);
    expect(end.advance).toMatchObject({
      status: 'done',
      moments: 2,
      did: { other: 3 },
      events: { first: 1, last: 3 },
    });
    expect(calls).toBeGreaterThan(40);
    for (let call = 1; call <= calls; call += each) {
      const again = await outcome([{ call, when }, undefined], isReal);
      expect([call, again.end]).toEqual([call, end]);
      expect([...again.told].sort()).toEqual(again.told);
    }
  });

  it('ends as without it when one process after the other dies soon after it began', async () => {
    const { end } = await outcome([undefined], true);
    const deaths = Array.from({ length: 60 }, (_, index) => ({ call: 4 + (index % 9), when: 'after' as const }));
    expect((await outcome([...deaths, undefined], true)).end).toEqual(end);
  });

  it('is done once by two processes that both believe to hold the lease', async () => {
    const { end } = await outcome([undefined], false);
    world = new ClockWorld(service, applicationPrincipal(), worlds);
    await world.change({ mode: 'frozen' });
    world.due.add(DAY_1, DAY_1, '2026-03-04T00:00:00.000Z');
    world.due.onDone = () => (world.events = 3);
    await keepAway(world.accountId, async () => {
      const id = createdIn(await world.begin({ to: DAY_2 }));
      const immortal = () =>
        carryOut(id, new Mortal()).catch((error: unknown) => {
          // The clock has moved on since: the other process was faster.
          if (!(error instanceof Error)) throw error;
        });
      await Promise.all([immortal(), immortal()]);
      await carryOut(id, new Mortal());
      const { id: _id, ...advance } = await world.advance(id);
      expect({ advance, clock: await world.clock(), did: world.due.did }).toEqual(end);
    });
  });

  it('is taken over by another process', async () => {
    const first = await startTestService(transfersService, { beside: service });
    const there = new ClockWorld(first, world.principal, worlds);
    await there.change({ mode: 'frozen' });
    there.due.add(DAY_1);
    there.due.failing = 'the bank is away';
    const id = createdIn(await there.begin({ to: DAY_2 }));
    await until('it is held', async () => (await there.advance(id))['held'] !== undefined);
    await first.stop();
    there.due.failing = undefined;
    const beside = new ClockWorld(service, world.principal, worlds);
    beside.due.add(DAY_1);
    expect(await beside.ended(id)).toMatchObject({ status: 'done', moments: 1, reached: DAY_2 });
  });

  it('leaves room for others while it is held: four are carried out at a time', async () => {
    const stuck = Array.from({ length: 6 }, () => new ClockWorld(service, applicationPrincipal(), worlds));
    const ids = await Promise.all(
      stuck.map(async (one) => {
        await one.change({ mode: 'frozen' });
        one.due.add(DAY_1);
        one.due.failing = 'the bank is away';
        return createdIn(await one.begin({ to: DAY_2 }));
      }),
    );
    await world.change({ mode: 'frozen' });
    expect((await world.advanced({ to: DAY_2 }))['status']).toBe('done');
    for (const one of stuck) one.due.failing = undefined;
    for (const [index, one] of stuck.entries()) expect((await one.ended(ids[index] ?? ''))['status']).toBe('done');
  });
});
