import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { AccountClocks } from '@halyard/clocks';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { newId } from '@halyard/core';
import { ServiceCalls } from '@halyard/http';
import { startTestService, type TestService } from '@halyard/testing';
import { noWebhooks } from '../../test/account-clock.js';
import { BehavingWorld } from '../../test/behaving-world.js';
import { EntryDraws } from '../bank-behavior/entry-draws.js';
import { OutgoingFiles } from '../bank-file/outgoing-files.js';
import { PaymentProcess } from '../payment/payment.process.js';
import { FrozenSteps } from '../sandbox/frozen-steps.rows.js';
import { transfersService } from '../transfers.module.js';
import { BankEffects } from './bank-effects.js';
import { CorrectedLegs } from './corrected-legs.js';

/** A Monday, 10:00 in Chicago. */
const MONDAY = '2026-03-02T16:00:00.000Z';

/** One transfer for each rule, by its amount. */
const then = [
  { return: 'R01' },
  { return: 'R10', after: 'P20D' },
  { delay: 'P1D' },
  { correct: 'C02', corrected: { routingNumber: '222222226' } },
];
const behavior = {
  seed: 'ci-42',
  rules: [
    ...then.map((conduct, nth) => ({
      name: `r${nth}`,
      when: { amount: { from: `${nth + 1}.00`, below: `${nth + 2}.00` } },
      then: conduct,
    })),
    { name: 'never', share: '0.5', then: { return: 'R03' } },
  ],
};
const AMOUNTS = ['1.00', '2.00', '3.00', '4.00', '5.00', '6.00'];

interface Dying {
  steps: number;
  readonly at: number;
  readonly when: 'before' | 'after';
}

describe('what is drawn, if the process dies', () => {
  let service: TestService;
  let world: BehavingWorld;
  let balance: FundingSourceFact;
  beforeAll(async () => {
    service = await startTestService(transfersService, { services: noWebhooks });
  });
  afterAll(() => service.stop());
  afterEach(() => {
    jest.restoreAllMocks();
  });

  /** Lets a call fail, before it is made or once it has had its effect. */
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
  function dieAt(dying: Dying): void {
    dieIn(service.get(EntryDraws), 'freeze', dying);
    dieIn(service.get(OutgoingFiles), 'add', dying);
    dieIn(service.get(OutgoingFiles), 'make', dying);
    dieIn(service.get(PaymentProcess), 'bank', dying);
    dieIn(service.get(BankEffects), 'apply', dying);
    dieIn(service.get(CorrectedLegs), 'apply', dying);
    dieIn(service.get(ServiceCalls), 'request', dying);
    dieIn(service.get(FrozenSteps), 'taken', dying);
    dieIn(service.get(AccountClocks), 'countDone', dying);
  }

  async function begin(banks: 'on-time' | 'on-request'): Promise<Record<string, string>> {
    world = new BehavingWorld(service);
    const bank = world.source(world.account, 'bank');
    balance = world.source(world.account, 'balance');
    await world.stepTo(MONDAY, { banks });
    await world.behave(behavior);
    const payments: Record<string, string> = {};
    for (const value of AMOUNTS) payments[value] = await world.transfer(bank, balance, value);
    return payments;
  }

  async function outcomeOf(payments: Record<string, string>) {
    const banks: unknown[] = [];
    for (const id of Object.values(payments)) banks.push(await world.banksOf(id));
    const files = await service.dataSource.query<unknown[]>(
      `SELECT file_window AS "window", entries, debits_minor, credits_minor, sha256 IS NOT NULL AS is_made FROM bank_files
       WHERE account_id = $1 ORDER BY number`,
      [world.accountId],
    );
    const traces = await service.dataSource.query<unknown[]>(
      `SELECT trace_number, amount_minor FROM bank_file_entries WHERE account_id = $1 ORDER BY trace_number`,
      [world.accountId],
    );
    const corrections = new Set(world.corrections.map(({ correctionId }) => correctionId)).size;
    const { body } = await world.call('GET', '/sandbox-bank-behavior');
    const counts = body.type === 'resource' ? body.attributes['counts'] : body;
    return {
      drawn: await world.drawn(payments),
      banks,
      balance: await world.balanceOf(balance),
      files,
      traces,
      corrections,
      counts,
    };
  }

  async function onTime(dying: Dying) {
    const payments = await begin('on-time');
    dieAt(dying);
    const moments = await world.advance('2026-06-01T00:00:00Z');
    jest.restoreAllMocks();
    return { moments, outcome: await outcomeOf(payments) };
  }

  /** The client repeats what failed. */
  async function onRequest(dying: Dying) {
    const payments = await begin('on-request');
    dieAt(dying);
    const did: unknown[] = [];
    const names = new Map(Object.entries(payments).map(([value, id]) => [id, value]));
    for (let simulation = 0; simulation < 3; simulation += 1) {
      const operationId = newId();
      const simulate = () => world.call('POST', '/sandbox-simulations', { operationId });
      if ((await simulate()).status !== 200) expect((await simulate()).status).toBe(200);
      const { body } = await world.call('GET', `/sandbox-simulations/${operationId}/transfers`);
      if (body.type !== 'collection') throw new Error(JSON.stringify(body));
      did.push(body.items.map(({ id, attributes }) => [names.get(id), attributes['did']]));
    }
    jest.restoreAllMocks();
    return { did, outcome: await outcomeOf(payments) };
  }

  it.each([
    ['on time', onTime],
    ['on request', onRequest],
  ] as const)('is drawn once, and has its effects once: banks %s', async (_, run) => {
    const counted: Dying = { steps: 0, at: 0, when: 'before' };
    const once = await run(counted);
    expect(counted.steps).toBeGreaterThan(20);
    // Most calls begin where another one has ended.
    for (let at = 1; at <= counted.steps; at += 1) {
      const when = at % 2 === 0 ? 'before' : 'after';
      const again = await run({ steps: 0, at, when });
      expect([at, when, again]).toEqual([at, when, once]);
    }
  });

  it('is in one file for each cut-off and for each simulation, of what goes out there', async () => {
    const { outcome } = await onTime({ steps: 0, at: 0, when: 'before' });
    expect(outcome.files).toEqual([
      { window: 'standard', entries: 6, debits_minor: '2100', credits_minor: '0', is_made: true },
    ]);
    const { outcome: requested } = await onRequest({ steps: 0, at: 0, when: 'before' });
    expect(requested.files).toEqual([
      { window: 'simulation', entries: 5, debits_minor: '1800', credits_minor: '0', is_made: true },
      { window: 'simulation', entries: 1, debits_minor: '300', credits_minor: '0', is_made: true },
    ]);
  });
});
