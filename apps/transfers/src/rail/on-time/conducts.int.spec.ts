import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { startTestService, type TestService } from '@halyard/testing';
import { noWebhooks } from '../../../test/account-clock.js';
import { BehavingWorld } from '../../../test/behaving-world.js';
import { transfersService } from '../../transfers.module.js';

/** A Monday, 10:00 in Chicago. */
const MONDAY = '2026-03-02T16:00:00.000Z';
const CUT_OFF = '2026-03-02T22:00:00.000Z';
const THURSDAY = '2026-03-05T06:00:00.000Z';
const WEDNESDAY = '2026-03-04T16:00:00.000Z';

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
  await world.stepTo(MONDAY);
});

const rule = (then: object, over: object = {}) => ({ rules: [{ name: 'odd', then, ...over }] });

describe('a rule, with banks on time', () => {
  const submitted = `${CUT_OFF} submitted clock`;
  const cases: readonly (readonly [string, object, readonly string[], string])[] = [
    ['returns on the settlement moment', { return: 'R01' }, [`${THURSDAY} returned R01 behavior odd`], 'failed'],
    [
      'returns some time after the settlement',
      { return: 'R01', after: 'PT36H' },
      [`${THURSDAY} settled clock`, '2026-03-06T18:00:00.000Z returned R01 behavior odd'],
      'failed',
    ],
    [
      'returns long after the settlement',
      { return: 'R10', after: 'P59D' },
      [`${THURSDAY} settled clock`, '2026-05-03T06:00:00.000Z returned R10 behavior odd'],
      'failed',
    ],
    [
      'delays the settlement to a day that begins then',
      { delay: 'P1D' },
      ['2026-03-06T06:00:00.000Z settled clock'],
      'processed',
    ],
    [
      'delays the settlement to the first banking day after',
      { delay: 'PT24H1S' },
      ['2026-03-09T05:00:00.000Z settled clock'],
      'processed',
    ],
    [
      'corrects on the settlement moment',
      { correct: 'C05', corrected: { bankAccountType: 'savings' } },
      [`${THURSDAY} corrected C05 behavior odd`, `${THURSDAY} settled clock`],
      'processed',
    ],
    [
      'has nothing to do with a transfer if it is about micro-deposits',
      { microDeposits: 'wrong-amounts' },
      [`${THURSDAY} settled clock`],
      'processed',
    ],
  ];

  it.each(cases)('%s', async (_, then, did, status) => {
    await world.behave(rule(then));
    const id = await world.transfer(bank, balance, '5.00');
    await world.advance('2026-06-01T00:00:00Z');
    expect(await world.banksOf(id)).toEqual([submitted, ...did]);
    expect(await world.statusOf(id)).toBe(status);
  });

  it('returns at the end of the window what would be returned after it', async () => {
    await world.stepTo(WEDNESDAY);
    await world.behave(rule({ return: 'R01', after: 'P4D' }));
    const id = await world.transfer(bank, balance, '5.00');
    await world.advance('2026-06-01T00:00:00Z');
    expect((await world.banksOf(id)).slice(1)).toEqual([
      '2026-03-09T05:00:00.000Z settled clock',
      '2026-03-11T22:00:00.000Z returned R01 behavior odd',
    ]);
  });

  it('is not asked about a bank that is named by a code', async () => {
    await world.behave(rule({ return: 'R01' }));
    const id = await world.transfer(world.bankThat('R03'), balance, '5.00');
    await world.advance('2026-03-09T00:00:00Z');
    expect((await world.banksOf(id)).slice(1)).toEqual([`${THURSDAY} returned R03 sentinel`]);
  });

  it('says how much was corrected', async () => {
    await world.behave(rule({ correct: 'C04', corrected: { name: 'Jane Doe' } }));
    await world.transfer(bank, balance, '5.00');
    expect(await world.advance('2026-03-09T00:00:00Z')).toEqual([
      `${CUT_OFF} submitted 1`,
      `${THURSDAY} settled 1 corrected 1`,
    ]);
  });

  it('holds for an entry that was handed over, whatever the behaviour is later', async () => {
    await world.behave(rule({ return: 'R01', after: 'P1D' }));
    const id = await world.transfer(bank, balance, '5.00');
    await world.advance(CUT_OFF);
    await world.behave({});
    await world.advance(THURSDAY);
    await world.behave(rule({ return: 'R03' }));
    await world.advance('2026-03-20T00:00:00Z');
    expect((await world.banksOf(id)).slice(1)).toEqual([
      `${THURSDAY} settled clock`,
      '2026-03-06T06:00:00.000Z returned R01 behavior odd',
    ]);
  });

  it('holds for an entry that was handed over, after banks acted on request for a while', async () => {
    await world.behave(rule({ return: 'R10', after: 'P30D' }));
    const late = await world.transfer(bank, balance, '5.00');
    await world.advance(THURSDAY);
    const id = await world.transfer(bank, balance, '6.00');
    await world.advance('2026-03-05T22:00:00Z');
    await world.stepTo(world.now, { banks: 'on-request' });
    await world.behave({});
    await world.stepTo('2026-03-09T15:00:00Z');
    await world.stepTo(world.now, { banks: 'on-time' });
    await world.advance('2026-06-01T00:00:00Z');
    expect((await world.banksOf(late)).at(-1)).toBe('2026-04-04T06:00:00.000Z returned R10 behavior odd');
    expect((await world.banksOf(id)).slice(1)).toEqual([
      '2026-03-12T05:00:00.000Z settled clock',
      '2026-04-11T05:00:00.000Z returned R10 behavior odd',
    ]);
  });
});

describe('legs that go out together', () => {
  it('are numbered in the order of their payments, and not of their transfers', async () => {
    const [sender, receiver] = [world.customer(), world.customer()];
    const [from, to] = [world.source(sender, 'bank'), world.source(receiver, 'bank')];
    const a = await world.transfer(from, to, '5.00');
    await world.advance('2026-03-04T23:00:00.000Z');
    const b = await world.transfer(bank, balance, '6.00');
    await world.advance('2026-03-05T23:00:00.000Z');
    expect(await world.drawn({ a, b })).toEqual(['#1 a.0', '#2 a.2', '#3 b.0']);
  });

  it('are numbered together at all cut-offs of a moment, and at the first group of them', async () => {
    await world.transfer(bank, balance, '50.00');
    await world.simulate();
    await world.behave(rule({ return: 'R01' }, { every: 2 }));
    const payments: Record<string, string> = {};
    for (let nth = 0; nth < 6; nth += 1) payments[`p${nth}`] = await world.transfer(bank, balance, `${nth + 1}.00`);
    await world.advance(CUT_OFF);
    expect(await world.drawn(payments)).toEqual([
      '#2 p0.0',
      '#3 p1.0 odd',
      '#4 p2.0',
      '#5 p3.0 odd',
      '#6 p4.0',
      '#7 p5.0 odd',
    ]);
  });

  it('are named by the correlation id of their payment, and the number among its legs at banks', async () => {
    const [sender, receiver] = [world.customer(), world.customer()];
    const [from, to] = [world.source(sender, 'bank'), world.source(receiver, 'bank')];
    const a = await world.transfer(from, to, '5.00', { correlationId: 'order-17' });
    const b = await world.transfer(bank, balance, '6.00');
    await world.advance('2026-03-06T00:00:00.000Z');
    expect(await world.drawn({ a, b })).toEqual(['#1 b.0', 'order-17/1 a.0', 'order-17/2 a.2']);
  });

  it('are numbered by payments at a change to banks on time', async () => {
    await world.stepTo(MONDAY, { banks: 'on-request' });
    const [sender, receiver] = [world.customer(), world.customer()];
    const a = await world.transfer(world.source(sender, 'bank'), world.source(receiver, 'bank'), '5.00');
    const b = await world.transfer(bank, balance, '6.00');
    expect((await world.simulateOne(a, { action: 'process' })).status).toBe(200);
    await world.stepTo(MONDAY, { banks: 'on-time' });
    expect(await world.drawn({ a, b })).toEqual(['#1 a.0', '#2 a.2', '#3 b.0']);
  });
});
