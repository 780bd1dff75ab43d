import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { serviceRoutes } from '@halyard/contracts';
import { defaultAccountSettings, type PartyFact } from '@halyard/contracts/parties';
import { newId } from '@halyard/core';
import { servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

describe('GET /customers/{id}/limits', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
  });
  afterAll(() => service.stop());

  const limitsOf = async ({ partyId }: PartyFact) => {
    const { body } = await world.call('GET', `/customers/${partyId}/limits`);
    if (body.type !== 'resource') throw new Error(JSON.stringify(body));
    return body.attributes;
  };
  const usd = (value: string) => ({ value, currency: 'USD' });

  it.each<[PartyFact['type'], PartyFact['status'], object]>([
    [
      'unverified',
      'unverified',
      {
        weekly: {
          limit: usd('5000.00'),
          used: usd('0.00'),
          left: usd('5000.00'),
          from: '2026-03-02T00:00:00.000Z',
          to: '2026-03-09T00:00:00.000Z',
        },
      },
    ],
    ['personal', 'verified', { transfer: { limit: usd('10000.00') } }],
    ['business', 'retry', { transfer: { limit: usd('10000.00') } }],
    ['receive-only', 'unverified', {}],
  ])('of a customer that is %s and %s', async (type, status, expected) => {
    expect(await limitsOf(world.customer({ type, status }))).toEqual(expected);
  });

  it('follow what is set for the account, once that is told', async () => {
    const customer = world.customer();
    const settings = { ...defaultAccountSettings, transferLimitMinor: '2550' };
    const path = serviceRoutes.tellTransfersOfParty.path.replace(':id', world.accountId);
    const body = { ...world.account, settings, version: 2 };
    expect((await service.call('PUT', path, { body, principal: servicePrincipal('auth') })).status).toBe(200);
    expect(await limitsOf(customer)).toEqual({ transfer: { limit: usd('25.50') } });
    const [from, to] = [world.source(customer, 'balance'), world.source(world.account, 'balance')];
    expect((await world.post(from, to, '25.51')).body).toMatchObject({ faults: [{ path: '/amount/value' }] });
    expect((await world.post(from, to, '25.50')).body).toMatchObject({ faults: [{ code: 'InsufficientFunds' }] });
  });

  it('are not there for another account, and not of nobody', async () => {
    const path = `/customers/${world.customer().partyId}/limits`;
    expect((await new World(service).call('GET', path)).status).toBe(404);
    expect((await world.call('GET', `/customers/${newId()}/limits`)).status).toBe(404);
  });
});
