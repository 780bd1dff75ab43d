import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { startTestService, type TestService } from '@halyard/testing';
import { ClockedWorld, noWebhooks } from '../../../test/account-clock.js';
import { faultsOf } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

/** A Monday, 10:00 in Chicago. */
const MONDAY = '2026-03-02T16:00:00.000Z';
const CUT_OFF = '2026-03-02T22:00:00.000Z';
const THURSDAY = '2026-03-05T06:00:00.000Z';

describe('banks on time', () => {
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

  const bankThat: ClockedWorld['bankThat'] = (...asked) => world.bankThat(...asked);
  const statusOf = (id: string) => world.statusOf(id);
  const banksOf = (id: string) => world.banksOf(id);
  const story = (id: string) => world.story(id);

  it('hand over at the cut-off, and settle on the first expected moment', async () => {
    const id = await world.transfer(bank, balance, '5.00');
    const { next } = await world.runDue(world.now);
    expect(next).toEqual({ at: CUT_OFF, what: 'standard-cut-off' });
    expect(await world.advance('2026-03-09T00:00:00Z')).toEqual([`${CUT_OFF} submitted 1`, `${THURSDAY} settled 1`]);
    expect(await banksOf(id)).toEqual([`${CUT_OFF} submitted clock`, `${THURSDAY} settled clock`]);
    expect((await story(id)).filter(({ at }) => ![MONDAY, CUT_OFF, THURSDAY].includes(at))).toEqual([]);
    expect([await statusOf(id), await world.balanceOf(balance)]).toEqual(['processed', ['5.00', '5.00']]);
    expect((await world.runDue(world.now)).next).toBeUndefined();
  });

  it('return on the settlement moment what the bank’s name asks for', async () => {
    const id = await world.transfer(bankThat('R01'), balance, '5.00');
    expect(await world.advance('2026-03-09T00:00:00Z')).toEqual([`${CUT_OFF} submitted 1`, `${THURSDAY} returned 1`]);
    expect(await banksOf(id)).toEqual([`${CUT_OFF} submitted clock`, `${THURSDAY} returned R01 sentinel`]);
    expect(await statusOf(id)).toBe('failed');
  });

  it.each([
    ['R01', '2026-03-09T22:00:00.000Z'],
    ['R10', '2026-05-04T22:00:00.000Z'],
  ] as const)('return late at the end of the window of %s', async (code, end) => {
    const id = await world.transfer(bankThat(code, true), balance, '5.00');
    expect(await world.advance('2026-06-01T00:00:00Z')).toEqual([
      `${CUT_OFF} submitted 1`,
      `${THURSDAY} settled 1`,
      `${end} returned 1`,
    ]);
    expect((await banksOf(id)).slice(1)).toEqual([`${THURSDAY} settled clock`, `${end} returned ${code} sentinel`]);
    expect([await statusOf(id), await world.balanceOf(balance)]).toEqual(['failed', ['0.00', '0.00']]);
  });

  it('settle a credit on the next banking day, a same-day one at 16:00, a wire with its hand-over', async () => {
    const wire = world.source(world.account, 'bank', { channels: ['wire'] });
    await world.transfer(bank, balance, '50.00');
    await world.simulate();
    const clearing = { destination: 'next-available' };
    const credit = await world.transfer(balance, bank, '1.00');
    const sameDay = await world.transfer(balance, bank, '2.00', { clearing });
    const wired = await world.transfer(balance, wire, '3.00');
    expect(await world.advance('2026-03-09T00:00:00Z')).toEqual([
      '2026-03-02T18:00:00.000Z submitted 1',
      '2026-03-02T21:00:00.000Z submitted 1 settled 1',
      '2026-03-02T22:00:00.000Z submitted 1 settled 1',
      '2026-03-03T06:00:00.000Z settled 1',
    ]);
    const settled = await Promise.all([sameDay, wired, credit].map(async (id) => (await banksOf(id))[1]));
    expect(settled).toEqual([
      `${CUT_OFF} settled clock`,
      '2026-03-02T21:00:00.000Z settled clock',
      '2026-03-03T06:00:00.000Z settled clock',
    ]);
  });

  it('hand over what a settlement makes due in the same advance, at its own time', async () => {
    const [sender, receiver] = [world.customer(), world.customer({ status: 'unverified' })];
    const from = world.source(sender, 'bank');
    const id = await world.transfer(from, world.source(receiver, 'bank'), '5.00');
    expect(await world.advance('2026-03-09T00:00:00Z')).toEqual([
      `${CUT_OFF} submitted 1`,
      `${THURSDAY} settled 1`,
      '2026-03-05T22:00:00.000Z submitted 1',
      '2026-03-06T06:00:00.000Z settled 1',
    ]);
    expect(await statusOf(id)).toBe('processed');
  });

  it('hand over a last leg for the next window at noon, if it asks for that', async () => {
    const from = world.source(world.customer(), 'bank');
    const to = world.source(world.customer(), 'bank');
    const clearing = { destination: 'next-available' };
    const id = await world.transfer(from, to, '5.00', { clearing });
    expect(await world.advance('2026-03-09T00:00:00Z')).toEqual([
      `${CUT_OFF} submitted 1`,
      `${THURSDAY} settled 1`,
      '2026-03-05T18:00:00.000Z submitted 1',
      '2026-03-05T22:00:00.000Z settled 1',
    ]);
    expect(await statusOf(id)).toBe('processed');
  });

  it('hand over a plain sender’s fee on the day of the settlement that pays for it', async () => {
    const sender = world.customer({ status: 'unverified' });
    const to = world.source(world.account, 'balance');
    const fee = {
      _links: { 'charge-to': { href: `/customers/${sender.partyId}` } },
      amount: { value: '1.00', currency: 'USD' },
    };
    await world.transfer(world.source(sender, 'bank'), to, '5.00', { fees: [fee] });
    expect(await world.advance('2026-03-11T00:00:00Z')).toEqual([
      `${CUT_OFF} submitted 1`,
      `${THURSDAY} settled 1`,
      '2026-03-05T22:00:00.000Z submitted 1',
      '2026-03-10T05:00:00.000Z settled 1',
    ]);
  });

  it('settle at the earliest date that the payment said it expects', async () => {
    const id = await world.transfer(bank, balance, '5.00');
    const expected = async () => {
      const { body } = await world.call('GET', `/payments/${id}`);
      return body.type === 'resource' ? body.attributes['expected'] : body;
    };
    const said = [{ transfer: id, earliest: THURSDAY, latest: '2026-03-06T23:00:00.000Z' }];
    expect(await expected()).toEqual(said);
    await world.advance(CUT_OFF);
    expect(await expected()).toEqual(said);
    expect(await world.advance(THURSDAY)).toEqual([`${THURSDAY} settled 1`]);
  });

  it('end the time to cancel with the hand-over', async () => {
    const cancel = (id: string) => world.call('POST', `/transfers/${id}`, { body: { status: 'cancelled' } });
    const [first, second] = [await world.transfer(bank, balance, '5.00'), await world.transfer(bank, balance, '6.00')];
    await world.advance('2026-03-02T21:59:59.999Z');
    expect((await cancel(first)).status).toBe(200);
    expect(await world.advance(CUT_OFF)).toEqual([`${CUT_OFF} submitted 1`]);
    expect(faultsOf(await cancel(second))).toEqual(['NotAllowed /status']);
    const { body } = await world.call('GET', `/transfers/${second}`);
    expect(body).toMatchObject({ links: { cancel: undefined, simulate: { kind: 'simulateTransfer' } } });
  });

  it('settle nothing again that a simulation has settled', async () => {
    const id = await world.transfer(bank, balance, '5.00');
    expect(await world.simulate()).toBe(1);
    expect(await banksOf(id)).toEqual([`${MONDAY} settled simulation`]);
    expect(await world.advance('2026-04-01T00:00:00Z')).toEqual([]);
    expect(await world.balanceOf(balance)).toEqual(['5.00', '5.00']);
  });

  it('do at once in a simulation what they have already', async () => {
    const late = await world.transfer(bankThat('R01', true), balance, '5.00');
    await world.advance('2026-03-03T00:00:00Z');
    await world.simulate();
    await world.simulate();
    expect(await statusOf(late)).toBe('failed');
    expect(await world.advance('2026-06-01T00:00:00Z')).toEqual([]);
    expect(await world.balanceOf(balance)).toEqual(['0.00', '0.00']);
  });

  it('recall a credit to a bank that was removed before its hand-over, and go on with one after it', async () => {
    await world.transfer(bank, balance, '50.00');
    await world.simulate();
    const remove = (removed: FundingSourceFact) =>
      service.call('PUT', `/internal/funding-sources/${removed.fundingSourceId}`, {
        principal: { kind: 'service', service: 'funding-sources' },
        body: { ...removed, removed: true, version: 2 },
      });
    const [early, late] = [world.source(world.account, 'bank'), world.source(world.account, 'bank')];
    const recalled = await world.transfer(balance, early, '5.00');
    const goesOn = await world.transfer(balance, late, '6.00');
    expect((await remove(early)).status).toBe(200);
    await world.advance(CUT_OFF);
    expect((await remove(late)).status).toBe(200);
    await world.advance('2026-03-04T00:00:00Z');
    expect([await statusOf(recalled), await statusOf(goesOn)]).toEqual(['cancelled', 'processed']);
  });

  it('bear the trace of the advance', async () => {
    const trace = 'a'.repeat(32);
    const id = await world.transfer(bank, balance, '5.00');
    await world.advance('2026-03-09T00:00:00Z', `00-${trace}-${'b'.repeat(16)}-01`);
    const own = (await story(id)).filter(({ at, kind }) => at === THURSDAY && kind !== 'event');
    expect(new Set(own.map((entry) => entry.trace))).toEqual(new Set([trace]));
  });

  describe('after a change', () => {
    it('to time: what waits counts as handed over then', async () => {
      await world.stepTo(MONDAY, { banks: 'on-request' });
      const id = await world.transfer(bank, balance, '5.00');
      expect((await world.runDue(world.now)).next).toBeUndefined();
      await world.stepTo('2026-03-03T15:00:00Z', { banks: 'on-time' });
      expect(await world.advance('2026-03-09T00:00:00Z')).toEqual(['2026-03-06T06:00:00.000Z settled 1']);
      expect((await banksOf(id))[0]).toBe('2026-03-03T15:00:00.000Z submitted clock');
      const { body } = await world.call('GET', `/payments/${id}`);
      expect(body).toMatchObject({ attributes: { expected: [{ earliest: '2026-03-06T06:00:00.000Z' }] } });
    });

    it('to requests: what was handed over waits, and a late return comes in the next simulation', async () => {
      const late = await world.transfer(bankThat('R01', true), balance, '5.00');
      await world.advance(THURSDAY);
      const id = await world.transfer(bank, balance, '6.00');
      await world.advance('2026-03-05T22:00:00Z');
      await world.stepTo(world.now, { banks: 'on-request' });
      expect(await world.advance('2026-06-01T00:00:00Z')).toEqual([]);
      expect([await statusOf(late), await statusOf(id)]).toEqual(['processed', 'pending']);
      await world.simulate();
      expect([await statusOf(late), await statusOf(id)]).toEqual(['failed', 'processed']);
    });

    it('to requests and back: what was handed over before is settled, and what is late comes back', async () => {
      const late = await world.transfer(bankThat('R10', true), balance, '5.00');
      await world.advance(THURSDAY);
      const id = await world.transfer(bank, balance, '6.00');
      await world.advance('2026-03-05T22:00:00Z');
      await world.stepTo(world.now, { banks: 'on-request' });
      await world.stepTo('2026-03-09T15:00:00Z');
      await world.stepTo(world.now, { banks: 'on-time' });
      expect(await world.advance('2026-06-01T00:00:00Z')).toEqual([
        '2026-03-12T05:00:00.000Z settled 1',
        '2026-05-04T22:00:00.000Z returned 1',
      ]);
      expect([await statusOf(late), await statusOf(id)]).toEqual(['failed', 'processed']);
    });
  });
});
