import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { defaultAccountSettings, type PartyFact } from '@halyard/contracts/parties';
import { startTestService, type TestService } from '@halyard/testing';
import { faultsOf, World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

/** A Thursday, a banking day, in winter. */
const BEFORE_NOON = '2026-01-15T17:59:59.999Z';
const NOON = '2026-01-15T18:00:00.000Z';

describe('clearing', () => {
  let service: TestService;
  let world: World;
  let balance: FundingSourceFact;
  let bank: FundingSourceFact;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
    balance = await world.fundedBalance(world.account, '900000.00');
    bank = world.source(world.account, 'bank');
  });
  afterAll(() => service.stop());

  const shown = async (id: string): Promise<unknown> => {
    const { body } = await world.call('GET', `/transfers/${id}`);
    return body.type === 'resource' ? body.attributes['clearing'] : body;
  };
  const nextAvailable = { clearing: { destination: 'next-available' } };

  it.each<[string, string, string, Readonly<Record<string, unknown>>, object]>([
    ['next-available before noon', BEFORE_NOON, '1.00', nextAvailable, { destination: 'same-day' }],
    ['next-available at noon', NOON, '1.00', nextAvailable, { destination: 'next-day' }],
    ['next-available on a Saturday', '2026-01-17T15:00:00.000Z', '1.00', nextAvailable, { destination: 'next-day' }],
    ['next-available on a holiday', '2026-11-26T15:00:00.000Z', '1.00', nextAvailable, { destination: 'next-day' }],
    ['next-available up to 100,000', BEFORE_NOON, '100000.00', nextAvailable, { destination: 'same-day' }],
    ['next-available above, which is no error', BEFORE_NOON, '100000.01', nextAvailable, { destination: 'next-day' }],
    ['standard', BEFORE_NOON, '1.00', { clearing: { destination: 'standard' } }, { destination: 'next-day' }],
    [
      'of the source alone',
      BEFORE_NOON,
      '1.00',
      { clearing: { source: 'next-available' } },
      { destination: 'next-day' },
    ],
    ['nothing of it', BEFORE_NOON, '1.00', { clearing: {} }, { destination: 'next-day' }],
    ['null', BEFORE_NOON, '1.00', { clearing: null }, { destination: 'next-day' }],
    ['nothing', BEFORE_NOON, '1.00', {}, { destination: 'next-day' }],
  ])('of a withdrawal: %s', async (_, at, value, extra, expected) => {
    service.clock.set(new Date(at));
    expect(await shown(await world.transfer(balance, bank, value, extra))).toEqual(expected);
  });

  it('of a debit is standard, and a move between balances has none', async () => {
    service.clock.set(new Date(BEFORE_NOON));
    expect(await shown(await world.transfer(bank, balance, '1.00', nextAvailable))).toEqual({ source: 'standard' });
    const receiver = world.source(world.customer(), 'balance');
    expect(await shown(await world.transfer(balance, receiver, '1.00', nextAvailable))).toBeUndefined();
  });

  it('is judged when the credit starts, not when it was asked for', async () => {
    const receiver = world.source(world.customer({ type: 'receive-only', status: 'unverified' }), 'bank');
    for (const [asked, started, expected] of [
      [BEFORE_NOON, NOON, 'next-day'],
      [NOON, '2026-01-16T17:59:59.999Z', 'same-day'],
    ] as const) {
      service.clock.set(new Date(asked));
      const id = await world.transfer(bank, receiver, '1.00', nextAvailable);
      expect(await shown(id)).toEqual({ destination: 'next-day' });
      service.clock.set(new Date(started));
      await world.simulate();
      expect(await shown(id)).toEqual({ destination: expected });
      service.clock.set(new Date('2026-01-20T23:00:00.000Z'));
      await world.simulate();
      expect(await shown(id)).toEqual({ destination: expected });
    }
  });

  it.each<[string, unknown, string]>([
    ['a word', 'standard', 'InvalidFormat /clearing'],
    ['a list', [], 'InvalidFormat /clearing'],
    ['another destination', { destination: 'same-day' }, 'Invalid /clearing/destination'],
    ['another source', { source: 'next-day' }, 'Invalid /clearing/source'],
    ['a number', { destination: 1 }, 'Invalid /clearing/destination'],
  ])('that is %s is refused', async (_, clearing, expected) => {
    expect(faultsOf(await world.post(balance, bank, '1.00', { clearing }))).toEqual([expected]);
  });

  it('on the same day, and wires, are for accounts that have them', async () => {
    const other = new World(service);
    const settings = { ...defaultAccountSettings, sameDayClearing: false, wires: false };
    const account: PartyFact = { ...other.account, settings };
    other.tellParty(account);
    const [from, to] = [await other.fundedBalance(account, '10.00'), other.source(account, 'bank')];
    const post = async (...transfer: Parameters<World['post']>) => {
      const answer = await other.post(...transfer);
      return answer.status === 201 ? 201 : faultsOf(answer);
    };
    expect(await post(from, to, '1.00', nextAvailable)).toEqual(['Restricted /clearing/destination']);
    expect(await post(from, to, '1.00', { clearing: { destination: 'standard' } })).toBe(201);
    const wire = other.source(account, 'bank', { channels: ['wire'] });
    expect(await post(from, wire, '1.00')).toEqual(['NotAllowed /_links/source/href']);
  });
});
