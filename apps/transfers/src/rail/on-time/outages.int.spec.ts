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
const FRIDAY = '2026-03-06T06:00:00.000Z';
const DOWN = '021000021';

describe('a bank that is down, with banks on time', () => {
  let service: TestService;
  let world: BehavingWorld;
  let balance: FundingSourceFact;
  beforeAll(async () => {
    service = await startTestService(transfersService, { services: noWebhooks });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    world = new BehavingWorld(service);
    balance = world.source(world.account, 'balance');
    await world.stepTo(MONDAY);
  });

  const during = (...spans: readonly (readonly [from: string, to: string])[]) => ({
    outages: spans.map(([from, to]) => ({ routingNumber: DOWN, from, to })),
  });
  const overSettlement = during([THURSDAY, '2026-03-05T06:00:00.001Z']);

  it('is handed nothing, and gets it on the first banking day that begins after', async () => {
    await world.behave(during([CUT_OFF, '2026-03-03T12:00:00Z']));
    const id = await world.transfer(world.bankAt(DOWN), balance, '5.00');
    const up = await world.transfer(world.bankAt('222222226'), balance, '6.00');
    expect(await world.advance('2026-03-20T00:00:00Z')).toEqual([
      `${CUT_OFF} submitted 1`,
      '2026-03-03T12:00:00.000Z other 1',
      '2026-03-04T06:00:00.000Z submitted 1',
      `${THURSDAY} settled 1`,
      '2026-03-09T05:00:00.000Z settled 1',
    ]);
    expect(await world.banksOf(id)).toEqual([
      '2026-03-04T06:00:00.000Z submitted clock',
      '2026-03-09T05:00:00.000Z settled clock',
    ]);
    expect((await world.banksOf(up))[0]).toBe(`${CUT_OFF} submitted clock`);
  });

  it('settles on the first banking day that begins at the end of the outage', async () => {
    await world.behave(during([THURSDAY, FRIDAY]));
    const id = await world.transfer(world.bankAt(DOWN), balance, '5.00');
    expect(await world.advance('2026-03-20T00:00:00Z')).toEqual([
      `${CUT_OFF} submitted 1`,
      THURSDAY,
      `${FRIDAY} settled 1 other 1`,
    ]);
    expect((await world.banksOf(id))[1]).toBe(`${FRIDAY} settled clock`);
  });

  it('is up at the end of the outage itself', async () => {
    await world.behave(during(['2026-03-05T05:00:00Z', THURSDAY]));
    const id = await world.transfer(world.bankAt(DOWN), balance, '5.00');
    await world.advance('2026-03-20T00:00:00Z');
    expect((await world.banksOf(id))[1]).toBe(`${THURSDAY} settled clock`);
  });

  it('waits again where another outage follows', async () => {
    await world.behave(during([THURSDAY, '2026-03-05T07:00:00Z'], [FRIDAY, '2026-03-06T06:00:01Z']));
    const id = await world.transfer(world.bankAt(DOWN), balance, '5.00');
    await world.advance('2026-03-20T00:00:00Z');
    expect((await world.banksOf(id))[1]).toBe('2026-03-09T05:00:00.000Z settled clock');
  });

  it.each([
    ['that is named by a code', {}, { returns: { code: 'R01', isLate: false } }, `${FRIDAY} returned R01 sentinel`],
    [
      'of which a rule returns',
      { rules: [{ name: 'odd', then: { return: 'R02' } }] },
      {},
      `${FRIDAY} returned R02 behavior odd`,
    ],
  ] as const)('returns later: one %s', async (_, behavior, over, returned) => {
    await world.behave({ ...overSettlement, ...behavior });
    const id = await world.transfer(world.bankAt(DOWN, over), balance, '5.00');
    await world.advance('2026-03-20T00:00:00Z');
    expect((await world.banksOf(id)).slice(1)).toEqual([returned]);
  });

  it('corrects later, with the settlement', async () => {
    const rules = [{ name: 'odd', then: { correct: 'C13' } }];
    await world.behave({ ...overSettlement, rules });
    const id = await world.transfer(world.bankAt(DOWN), balance, '5.00');
    await world.advance('2026-03-20T00:00:00Z');
    expect((await world.banksOf(id)).slice(1)).toEqual([
      `${FRIDAY} corrected C13 behavior odd`,
      `${FRIDAY} settled clock`,
    ]);
  });

  it('returns late later, also after the window', async () => {
    const windowEnd = '2026-03-09T22:00:00Z';
    await world.behave(during([windowEnd, '2026-03-10T22:00:00Z']));
    const late = world.bankAt(DOWN, { returns: { code: 'R01', isLate: true } });
    const id = await world.transfer(late, balance, '5.00');
    await world.advance('2026-03-20T00:00:00Z');
    expect((await world.banksOf(id)).slice(1)).toEqual([
      `${THURSDAY} settled clock`,
      '2026-03-11T05:00:00.000Z returned R01 sentinel',
    ]);
  });

  it('is handed what waits for it after a change to banks on time', async () => {
    await world.stepTo(MONDAY, { banks: 'on-request' });
    await world.behave(during([MONDAY, '2026-03-03T12:00:00Z']));
    const id = await world.transfer(world.bankAt(DOWN), balance, '5.00');
    await world.stepTo(MONDAY, { banks: 'on-time' });
    expect((await world.runDue(world.now)).next).toEqual({ at: '2026-03-03T12:00:00.000Z', what: 'outage-end' });
    await world.advance('2026-03-20T00:00:00Z');
    expect(await world.banksOf(id)).toEqual([
      '2026-03-04T06:00:00.000Z submitted clock',
      '2026-03-09T05:00:00.000Z settled clock',
    ]);
  });

  it('gets what has waited for different cut-offs in the order of the payments', async () => {
    const bank = world.bankAt(DOWN);
    await world.transfer(bank, balance, '50.00');
    await world.simulate();
    await world.behave(during([MONDAY, '2026-03-03T12:00:00Z']));
    const a = await world.transfer(bank, balance, '5.00');
    const b = await world.transfer(balance, bank, '6.00', { clearing: { destination: 'next-available' } });
    expect(await world.advance('2026-03-04T06:00:00Z')).toContain('2026-03-04T06:00:00.000Z submitted 2');
    expect(await world.drawn({ a, b })).toEqual(['#2 a.0', '#3 b.0']);
  });

  it('ends no outage that was taken back, and none on request', async () => {
    await world.behave(during([THURSDAY, FRIDAY]));
    expect((await world.runDue(world.now)).next).toEqual({ at: FRIDAY, what: 'outage-end' });
    await world.behave({});
    expect((await world.runDue(world.now)).next).toBeUndefined();
    await world.behave(during([THURSDAY, FRIDAY]));
    await world.stepTo(MONDAY, { banks: 'on-request' });
    expect((await world.runDue(world.now)).next).toBeUndefined();
  });
});
