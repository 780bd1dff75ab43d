import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { newId } from '@halyard/core';
import { factAnswer, servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { noWebhooks } from '../../test/account-clock.js';
import { BehavingWorld } from '../../test/behaving-world.js';
import { faultsOf } from '../../test/world.js';
import { transfersService } from '../transfers.module.js';

/** A Monday, 10:00 in Chicago. */
const MONDAY = '2026-03-02T16:00:00.000Z';
const TUESDAY = '2026-03-03T16:00:00.000Z';

let service: TestService;
let world: BehavingWorld;
let bank: FundingSourceFact;
let balance: FundingSourceFact;
beforeAll(async () => {
  service = await startTestService(transfersService, { services: noWebhooks });
});
afterAll(() => service.stop());
beforeEach(async () => {
  world = new BehavingWorld(service);
  bank = world.source(world.account, 'bank');
  balance = world.source(world.account, 'balance');
  await world.stepTo(MONDAY, { banks: 'on-request' });
});

const rule = (then: object, over: object = {}) => ({ rules: [{ name: 'odd', then, ...over }] });

describe('a rule, with banks on request', () => {
  const cases: readonly (readonly [string, object, readonly string[], readonly string[]])[] = [
    ['returns in this simulation', { return: 'R01' }, ['returned'], [`${MONDAY} returned R01 behavior odd`]],
    [
      'returns in the next simulation',
      { return: 'R01', after: 'P1D' },
      ['settled', 'late-return'],
      [`${MONDAY} settled simulation`, `${TUESDAY} returned R01 behavior odd`],
    ],
    ['leaves out of one simulation', { delay: 'P30D' }, ['', 'settled'], [`${TUESDAY} settled simulation`]],
    [
      'corrects in the simulation that settles',
      { correct: 'C05', corrected: { bankAccountType: 'savings' } },
      ['corrected'],
      [`${MONDAY} settled simulation`, `${MONDAY} corrected C05 behavior odd`],
    ],
  ];

  it.each(cases)('%s', async (_, then, did, banks) => {
    await world.behave(rule(then));
    const id = await world.transfer(bank, balance, '5.00');
    const said = [await world.simulated()];
    await world.behave({});
    await world.stepTo(TUESDAY);
    said.push(await world.simulated(), await world.simulated());
    expect(said.map((simulation) => simulation[id] ?? '').filter((one, at) => one !== '' || at < did.length)).toEqual(
      did,
    );
    expect(await world.banksOf(id)).toEqual(banks);
  });

  it('counts what moved or failed, and not what was left out or returned late', async () => {
    await world.behave({
      rules: [
        { name: 'late', first: 1, then: { return: 'R01', after: 'P1D' } },
        { name: 'fails', when: { amount: { from: '2.00', below: '3.00' } }, then: { return: 'R01' } },
        { name: 'waits', when: { amount: { from: '3.00', below: '4.00' } }, then: { delay: 'P1D' } },
      ],
    });
    for (const value of ['1.00', '2.00', '3.00', '4.00']) await world.transfer(bank, balance, value);
    expect([await world.simulate(), await world.simulate(), await world.simulate()]).toEqual([3, 1, 0]);
  });

  it('holds once it is drawn, though the behaviour is another by then', async () => {
    await world.behave(rule({ delay: 'P1D' }));
    const id = await world.transfer(bank, balance, '5.00');
    expect(await world.simulated()).toEqual({});
    await world.behave(rule({ return: 'R01' }));
    expect(await world.simulated()).toEqual({ [id]: 'settled' });
  });

  it('gives way to the wish of a simulation of one transfer, and counts it all the same', async () => {
    await world.behave(rule({ return: 'R01' }));
    const [first, second] = [await world.transfer(bank, balance, '5.00'), await world.transfer(bank, balance, '6.00')];
    expect((await world.simulateOne(first, { action: 'process' })).status).toBe(200);
    expect((await world.simulateOne(second, { action: 'fail', code: 'R03' })).status).toBe(200);
    expect([await world.banksOf(first), await world.banksOf(second)]).toEqual([
      [`${MONDAY} settled simulation`],
      [`${MONDAY} returned R03 simulation`],
    ]);
    expect(await world.drawn({ first, second })).toEqual(['#1 first.0 odd', '#2 second.0 odd']);
    const { body } = await world.call('GET', '/sandbox-bank-behavior');
    expect(body).toMatchObject({ attributes: { counts: [{ rule: 'odd', looked: 2, struck: 2 }] } });
    expect(await world.simulated()).toEqual({});
  });

  it('is asked in the order of payments, and not of transfers', async () => {
    const [sender, receiver] = [world.customer(), world.customer()];
    const a = await world.transfer(world.source(sender, 'bank'), world.source(receiver, 'bank'), '5.00');
    const b = await world.transfer(bank, balance, '6.00');
    await world.simulateOne(a, { action: 'process' });
    await world.simulate();
    expect(await world.drawn({ a, b })).toEqual(['#1 a.0', '#2 a.2', '#3 b.0']);
  });

  it('strikes the same entries as with banks on time', async () => {
    const behavior = { seed: 'ci-42', ...rule({ return: 'R01' }, { share: '0.4' }) };
    const struck = async (banks: 'on-time' | 'on-request') => {
      world = new BehavingWorld(service);
      bank = world.source(world.account, 'bank');
      balance = world.source(world.account, 'balance');
      await world.stepTo(MONDAY, { banks });
      await world.behave(behavior);
      const payments: Record<string, string> = {};
      for (let nth = 0; nth < 12; nth += 1) {
        const extra = nth % 4 === 3 ? { correlationId: `order-${nth}` } : {};
        payments[`p${nth}`] = await world.transfer(bank, balance, '1.00', extra);
      }
      if (banks === 'on-time') await world.advance('2026-03-10T00:00:00Z');
      else await world.simulate();
      const failed: string[] = [];
      for (const [name, id] of Object.entries(payments)) if ((await world.statusOf(id)) === 'failed') failed.push(name);
      return { drawn: await world.drawn(payments), failed };
    };
    const onTime = await struck('on-time');
    expect(await struck('on-request')).toEqual(onTime);
    expect(onTime.failed.length).toBe(onTime.drawn.filter((draw) => draw.endsWith(' odd')).length);
    expect(onTime.failed.length).toBeGreaterThan(0);
  });
});

describe('micro-deposits of which a rule makes the amounts wrong', () => {
  async function ended(banks: 'on-time' | 'on-request', when: object): Promise<unknown> {
    let told: unknown;
    service.services.answer('POST /internal/micro-deposits/ends', ({ body }) => {
      told = body;
      return factAnswer(null);
    });
    await world.stepTo(MONDAY, { banks });
    await world.behave(rule({ microDeposits: 'wrong-amounts' }, { when }));
    const { ownerKind, ownerId, fundingSourceId, accountId } = bank;
    const { status } = await service.call('PUT', `/internal/micro-deposits/${newId()}`, {
      principal: servicePrincipal('funding-sources'),
      body: { accountId, ownerKind, ownerId, fundingSourceId, amountsMinor: ['3', '7'], at: MONDAY },
    });
    expect(status).toBe(200);
    if (banks === 'on-time') await world.advance('2026-03-09T00:00:00Z');
    else await world.simulate();
    return told;
  }

  // The first rule strikes one of the two, the second none.
  it.each([
    ['on-time', { route: 'micro-deposit', amount: { from: '0.05' } }, { wrongAmounts: true }],
    ['on-request', { route: 'micro-deposit', amount: { from: '0.05' } }, { wrongAmounts: true }],
    ['on-time', { route: 'ach' }, {}],
    ['on-request', { route: 'ach' }, {}],
  ] as const)('arrive, and are told to the owner of the bank: %s, if %j', async (banks, when, wrong) => {
    const end = { fundingSourceId: bank.fundingSourceId, paymentId: expect.anything(), status: 'processed' };
    expect(await ended(banks, when)).toEqual({ ended: [{ ...end, ...wrong }] });
  });
});

describe('a bank that is down, with banks on request', () => {
  const outages = [{ routingNumber: '021000021', from: MONDAY, to: TUESDAY }];

  it('does nothing until it is up again', async () => {
    await world.behave({ outages });
    const down = world.bankAt('021000021');
    const named = world.bankAt('021000021', { returns: { code: 'R01', isLate: false } });
    const ids = [await world.transfer(down, balance, '5.00'), await world.transfer(named, balance, '6.00')];
    const up = await world.transfer(bank, balance, '7.00');
    expect(await world.simulated()).toEqual({ [up]: 'settled' });
    expect(await world.drawn({ down: ids[0] ?? '', named: ids[1] ?? '' })).toEqual([]);
    await world.stepTo(TUESDAY);
    expect(await world.simulated()).toEqual({ [ids[0] ?? '']: 'settled', [ids[1] ?? '']: 'returned' });
  });

  it('returns nothing late until it is up again', async () => {
    const late = world.bankAt('021000021', { returns: { code: 'R01', isLate: true } });
    const id = await world.transfer(late, balance, '5.00');
    await world.simulate();
    await world.behave({ outages });
    expect(await world.simulated()).toEqual({});
    await world.stepTo(TUESDAY);
    expect(await world.simulated()).toEqual({ [id]: 'late-return' });
  });

  it('refuses a simulation of one of its transfers', async () => {
    await world.behave({ outages });
    const id = await world.transfer(world.bankAt('021000021'), balance, '5.00');
    const answer = await world.simulateOne(id, { action: 'process' });
    expect(faultsOf(answer)).toEqual(['NotAllowed /action']);
    expect(answer.body).toMatchObject({ faults: [{ message: expect.stringContaining('2026-03-04T06:00:00.000Z') }] });
    expect(await world.banksOf(id)).toEqual([]);
  });
});
