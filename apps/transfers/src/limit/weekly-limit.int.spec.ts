import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { startTestService, type TestService } from '@halyard/testing';
import { faultsOf, World } from '../../test/world.js';
import { transfersService } from '../transfers.module.js';

const RESTRICTED = ['Restricted /_links/source/href'];

describe('the weekly limit of an unverified sender', () => {
  let service: TestService;
  let world: World;
  let to: FundingSourceFact;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
    to = world.source(world.account, 'balance');
  });
  afterAll(() => service.stop());

  const sender = (over: Partial<FundingSourceFact> = {}) => {
    const customer = world.customer({ type: 'unverified', status: 'unverified' });
    return { customer, bank: world.source(customer, 'bank', over) };
  };
  const post = async (from: FundingSourceFact, value: string) => {
    const answer = await world.post(from, to, value);
    return answer.status === 201 ? 201 : faultsOf(answer);
  };
  const used = async ({ partyId }: PartyFact): Promise<unknown> => {
    const { body } = await world.call('GET', `/customers/${partyId}/limits`);
    const weekly = body.type === 'resource' ? body.attributes['weekly'] : undefined;
    return weekly !== null && typeof weekly === 'object' && 'used' in weekly ? weekly.used : undefined;
  };
  const usd = (value: string) => ({ value, currency: 'USD' });

  it('holds all that it sends in a week, and refuses what is more', async () => {
    const { customer, bank } = sender();
    expect(await post(bank, '5000.01')).toEqual(RESTRICTED);
    expect(await post(bank, '4000.00')).toBe(201);
    expect(await post(bank, '1000.01')).toEqual(RESTRICTED);
    expect(await post(bank, '1000.00')).toBe(201);
    expect(await post(bank, '0.01')).toEqual(RESTRICTED);
    expect(await used(customer)).toEqual(usd('5000.00'));
  });

  it('answers a refused operation the same again, though there is room since', async () => {
    const { bank } = sender();
    const operationId = '0190a000-0000-7000-8000-00000000abcd';
    const tooMuch = () => world.post(bank, to, '5000.01', { operationId });
    expect(faultsOf(await tooMuch())).toEqual(RESTRICTED);
    expect(faultsOf(await tooMuch())).toEqual(RESTRICTED);
  });

  it.each([
    ['a Sunday to the Monday', '2026-03-08T23:59:59.999Z', '2026-03-09T00:00:00.000Z'],
    ['a year, within its week', '2026-12-27T23:59:59.999Z', '2026-12-28T00:00:00.000Z'],
  ])('begins anew from %s', async (_, last, first) => {
    const { customer, bank } = sender();
    service.clock.set(new Date(last));
    expect(await post(bank, '5000.00')).toBe(201);
    expect(await post(bank, '0.01')).toEqual(RESTRICTED);
    service.clock.set(new Date(first));
    expect(await used(customer)).toEqual(usd('0.00'));
    expect(await post(bank, '5000.00')).toBe(201);
  });

  it('goes on over the change of the year', async () => {
    const { bank } = sender();
    service.clock.set(new Date('2026-12-31T23:59:59.999Z'));
    expect(await post(bank, '5000.00')).toBe(201);
    service.clock.set(new Date('2027-01-01T00:00:00.000Z'));
    expect(await post(bank, '0.01')).toEqual(RESTRICTED);
  });

  it('has what failed again', async () => {
    const { customer, bank } = sender({ returns: { code: 'R01', isLate: false } });
    expect(await post(bank, '5000.00')).toBe(201);
    await world.simulate();
    expect(await used(customer)).toEqual(usd('0.00'));
    expect(await post(bank, '5000.00')).toBe(201);
    await world.simulate();
  });

  it('has what comes back late in the week that it was sent in, and in no other', async () => {
    service.clock.set(new Date('2027-02-03T12:00:00.000Z'));
    const { customer, bank } = sender({ returns: { code: 'R01', isLate: true } });
    expect(await post(bank, '5000.00')).toBe(201);
    await world.simulate();
    expect(await used(customer)).toEqual(usd('5000.00'));
    service.clock.set(new Date('2027-02-10T12:00:00.000Z'));
    expect(await post(bank, '2000.00')).toBe(201);
    await world.simulate();
    expect(await used(customer)).toEqual(usd('2000.00'));
    service.clock.set(new Date('2027-02-03T12:00:00.000Z'));
    expect(await used(customer)).toEqual(usd('0.00'));
  });

  it('does not hold what a verified customer or the account sends', async () => {
    const from = await world.fundedBalance(world.account, '20000.00');
    const receiver = world.source(world.customer(), 'balance');
    expect((await world.post(from, receiver, '10000.00')).status).toBe(201);
    expect((await world.post(receiver, to, '10000.00')).status).toBe(201);
  });
});
