import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DueWork } from '@halyard/background';
import { AccountClocks } from '@halyard/clocks';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { newId } from '@halyard/core';
import { factAnswer, servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { ClockedWorld, noWebhooks } from '../../../test/account-clock.js';
import { RETURNS } from '../../../test/world.js';
import { PaymentProcess } from '../../payment/payment.process.js';
import { transfersService } from '../../transfers.module.js';
import { BankEffects } from '../bank-effects.js';
import { OnTimeLegs } from './on-time-legs.js';

/** A Monday, 10:00 in Chicago. */
const MONDAY = '2026-03-02T16:00:00.000Z';
const CUT_OFF = '2026-03-02T22:00:00.000Z';
const TUESDAY = '2026-03-03T06:00:00.000Z';
const THURSDAY = '2026-03-05T06:00:00.000Z';
const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;

let service: TestService;
let world: ClockedWorld;
let bank: FundingSourceFact;
let balance: FundingSourceFact;
beforeAll(async () => {
  service = await startTestService(transfersService, { services: noWebhooks });
});
afterAll(() => service.stop());
beforeEach(async () => {
  world = new ClockedWorld(service);
  bank = world.source(world.account, 'bank');
  balance = world.source(world.account, 'balance');
  await world.stepTo(MONDAY);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** What has become of some payments, without what differs from run to run. */
async function outcomeOf(ids: readonly string[]): Promise<unknown> {
  const stories = await Promise.all(ids.map((id) => world.story(id)));
  const told = stories.map((entries) =>
    entries.map(({ kind, at, did, status, code, because, bankDate }) =>
      [kind, at, did, status, code, because, bankDate].filter(Boolean).join(' '),
    ),
  );
  return { told, balance: await world.balanceOf(balance) };
}

describe('banks on time whose process dies', () => {
  async function paid(): Promise<string[]> {
    const [returned, late] = [world.bankThat('R03'), world.bankThat('R10', true)];
    return [
      await world.transfer(bank, balance, '5.00'),
      await world.transfer(returned, balance, '6.00'),
      await world.transfer(late, balance, '7.00'),
    ];
  }

  interface Dying {
    steps: number;
    at: number;
    when: 'before' | 'after';
  }
  /** Lets a step of an advance fail, before it was taken or once it stands. */
  function dieIn<Owner extends object, Name extends keyof Owner & string>(
    owner: Owner,
    name: Name,
    dying: Dying,
  ): void {
    const real = Reflect.get(owner, name) as (...parameters: unknown[]) => Promise<unknown>;
    jest.spyOn(owner, name as never).mockImplementation((async (...parameters: unknown[]) => {
      dying.steps += 1;
      const dies = dying.steps === dying.at;
      if (dies && dying.when === 'before') throw new Error('it died');
      const done = await real.apply(owner, parameters);
      if (dies) throw new Error('it died');
      return done;
    }) as never);
  }
  const dieAt = (at: number, when: Dying['when']): Dying => {
    const dying: Dying = { steps: 0, at, when };
    dieIn(service.get(PaymentProcess), 'bank', dying);
    dieIn(service.get(BankEffects), 'apply', dying);
    dieIn(service.get(AccountClocks), 'countDone', dying);
    return dying;
  };
  async function run(at = 0, when: Dying['when'] = 'before') {
    const told: unknown[] = [];
    service.services.answer(RETURNS.banks, ({ body }) => {
      told.push(body);
      return factAnswer([]);
    });
    const ids = await paid();
    const dying = dieAt(at, when);
    const moments = await world.advance('2026-06-01T00:00:00Z');
    jest.restoreAllMocks();
    return {
      moments,
      steps: dying.steps,
      outcome: await outcomeOf(ids),
      returns: new Set(told.map((it) => JSON.stringify(it))).size,
    };
  }

  it('do each thing once, and at its own time, wherever it died', async () => {
    const { steps, ...whole } = await run();
    expect(whole.moments).toEqual([
      `${CUT_OFF} submitted 3`,
      `${THURSDAY} settled 2 returned 1`,
      '2026-05-04T22:00:00.000Z returned 1',
    ]);
    for (let at = 1; at <= steps; at += 1) {
      for (const when of ['before', 'after'] as const) {
        world = new ClockedWorld(service);
        bank = world.source(world.account, 'bank');
        balance = world.source(world.account, 'balance');
        await world.stepTo(MONDAY);
        const { steps: _, ...again } = await run(at, when);
        expect([at, when, again]).toEqual([at, when, whole]);
      }
    }
  });
});

describe('one moment', () => {
  it('has returns first, then settlements, then hand-overs', async () => {
    await world.transfer(bank, balance, '50.00');
    await world.simulate();
    const clearing = { destination: 'next-available' };
    await world.transfer(balance, bank, '1.00', { clearing });
    await world.transfer(balance, world.bankThat('R03'), '2.00', { clearing });
    await world.transfer(bank, balance, '3.00');
    const legs = service.get(OnTimeLegs);
    const order: string[] = [];
    for (const what of ['handOver', 'settle', 'return'] as const) {
      const real = legs[what].bind(legs) as (...given: unknown[]) => Promise<object>;
      jest.spyOn(legs, what).mockImplementation((...given: unknown[]) => {
        order.push(`${(given[0] as { dueAt: Date }).dueAt.toISOString()} ${what}`);
        return real(...given);
      });
    }
    await world.advance(CUT_OFF);
    expect(order.filter((each) => each.startsWith(CUT_OFF))).toEqual([
      `${CUT_OFF} return`,
      `${CUT_OFF} settle`,
      `${CUT_OFF} handOver`,
    ]);
  });

  it('may come after many steps or after one: the same happens', async () => {
    const run = async (stops: readonly string[]) => {
      world = new ClockedWorld(service);
      balance = world.source(world.account, 'balance');
      await world.stepTo(MONDAY);
      const ids = [
        await world.transfer(world.source(world.account, 'bank'), balance, '5.00'),
        await world.transfer(world.bankThat('R01', true), balance, '6.00'),
      ];
      for (const stop of stops) await world.advance(stop);
      return outcomeOf(ids);
    };
    const end = '2026-03-10T00:00:00.000Z';
    const hours = Array.from({ length: 176 }, (_, hour) => new Date(Date.parse(MONDAY) + (hour + 1) * HOUR_MS));
    expect(await run([...hours.map((at) => at.toISOString()), end])).toEqual(await run([end]));
  });
});

describe('micro-deposits to a bank on time', () => {
  async function begin(to: FundingSourceFact): Promise<unknown[]> {
    const ended: unknown[] = [];
    service.services.answer('POST /internal/funding-sources/micro-deposits/ends', ({ body }) => {
      ended.push(body);
      return factAnswer(null);
    });
    const { ownerKind, ownerId, fundingSourceId, accountId } = to;
    const { status } = await service.call('PUT', `/internal/micro-deposits/${newId()}`, {
      principal: servicePrincipal('funding-sources'),
      body: { accountId, ownerKind, ownerId, fundingSourceId, amountsMinor: ['3', '7'], at: MONDAY },
    });
    expect(status).toBe(200);
    return ended;
  }

  it.each([
    ['settled', undefined],
    ['returned', 'R03'],
  ] as const)('are handed over like credits, and %s on the next banking day', async (what, code) => {
    const to = code ? world.bankThat(code) : bank;
    await begin(to);
    expect(await world.advance('2026-03-09T00:00:00Z')).toEqual([`${CUT_OFF} submitted 2`, `${TUESDAY} ${what} 2`]);
  });
});

describe('a clock that goes by itself', () => {
  /** Time passes, and the shared runner does what has become due. */
  const pass = (ms: number) => {
    service.clock.advance(ms);
    service.get(DueWork).wake();
  };
  const submitted = (id: string) => until('the leg is with its bank', async () => (await world.banksOf(id)).length > 0);

  it('bears the time at which something was due, if it is done within two seconds', async () => {
    await world.stepTo(MONDAY, { mode: 'running' });
    const id = await world.transfer(bank, balance, '5.00');
    pass(6 * HOUR_MS + SECOND_MS);
    await submitted(id);
    expect(await world.banksOf(id)).toEqual([`${CUT_OFF} submitted clock`]);
  });

  it('bears the time at which it is done later than that, with the time at which it was due beside it', async () => {
    await world.stepTo(MONDAY, { mode: 'running' });
    const id = await world.transfer(bank, balance, '5.00');
    pass(6 * HOUR_MS + 3 * SECOND_MS);
    await submitted(id);
    expect(await world.banksOf(id)).toEqual([`2026-03-02T22:00:03.000Z submitted clock ${CUT_OFF}`]);
    pass(3 * 24 * HOUR_MS);
    await until('it is settled', async () => (await world.statusOf(id)) === 'processed');
    const now = world.now.toISOString();
    expect((await world.banksOf(id))[1]).toBe(`${now} settled clock ${THURSDAY}`);
    expect((await world.story(id)).at(-1)?.at).toBe(now);
  });

  it('may be real: banks keep its time all the same', async () => {
    await world.stepTo(service.clock.system(), { mode: 'real', banks: 'on-time' });
    const id = await world.transfer(bank, balance, '5.00');
    pass(5 * 24 * HOUR_MS);
    await submitted(id);
    pass(5 * 24 * HOUR_MS);
    await until('it is settled', async () => (await world.statusOf(id)) === 'processed');
  });
});
