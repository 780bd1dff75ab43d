import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
import { DAY_MS, newId } from '@halyard/core';
import { servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { faultsOf, World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

const restricted = ['Restricted /_links/source/href'];

describe('a company that has to certify its owners', () => {
  let service: TestService;
  let world: World;
  let company: PartyFact;
  let balance: FundingSourceFact;
  let target: FundingSourceFact;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    world = new World(service);
    company = world.customer({ type: 'business' });
    balance = await world.fundedBalance(company, '10.00');
    target = world.source(world.account, 'balance');
  });

  const send = () => world.post(balance, target, '1.00');
  /** What customers tells before it answers its own client. */
  const tell = async (changes: Partial<PartyFact>): Promise<void> => {
    company = { ...company, ...changes, version: company.version + 1 };
    world.tellParty(company);
    const told = { principal: servicePrincipal('customers'), body: company };
    expect(await service.call('PUT', `/internal/parties/${company.partyId}`, told)).toMatchObject({ status: 200 });
  };

  it('sends within the grace, and from its last instant on it does not, though nobody tells it then', async () => {
    const end = service.clock.system().getTime() + 30 * DAY_MS;
    await tell({ maySendUntil: new Date(end).toISOString() });
    service.clock.advance(30 * DAY_MS - 1);
    expect(await send()).toMatchObject({ status: 201 });
    service.clock.advance(1);
    expect(faultsOf(await send())).toEqual(restricted);
    await tell({ maySendUntil: undefined });
    expect(await send()).toMatchObject({ status: 201 });
  });

  it('sends nothing as soon as that is told, and still receives', async () => {
    await tell({ maySendUntil: '1970-01-01T00:00:00.000Z' });
    expect(faultsOf(await send())).toEqual(restricted);
    const source = await world.fundedBalance(world.account, '5.00');
    expect(await world.post(source, balance, '1.00')).toMatchObject({ status: 201 });
  });

  it('sends as soon as it has certified, though what was told here was not', async () => {
    await tell({ maySendUntil: '1970-01-01T00:00:00.000Z' });
    world.tellParty({ ...company, maySendUntil: undefined, version: company.version + 1 });
    expect(await send()).toMatchObject({ status: 201 });
  });

  it('is answered as before when a request is repeated after the grace', async () => {
    const operationId = newId();
    const end = service.clock.system().getTime() + 1000;
    await tell({ maySendUntil: new Date(end).toISOString() });
    const first = await world.post(balance, target, '1.00', { operationId });
    service.clock.advance(1000);
    expect(await world.post(balance, target, '1.00', { operationId })).toEqual(first);
    expect(first.status).toBe(201);
  });
});
