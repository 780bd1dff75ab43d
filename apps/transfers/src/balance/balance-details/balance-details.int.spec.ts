import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { startTestService, type TestService } from '@halyard/testing';
import { World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

describe('GET /funding-sources/:id/balance', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
  });
  afterAll(() => service.stop());

  it('shows what can be sent and what is posted', async () => {
    const { fundingSourceId: id } = await world.fundedBalance(world.account, '12.34');
    const lastUpdated = service.clock.now().toISOString();
    service.clock.advance(60_000);
    expect((await world.call('GET', `/funding-sources/${id}/balance`)).body).toEqual({
      document: 'resource',
      kind: 'balance',
      id,
      attributes: {
        balance: { value: '12.34', currency: 'USD' },
        total: { value: '12.34', currency: 'USD' },
        lastUpdated,
      },
      links: { 'funding-source': { kind: 'funding-source', id } },
    });
  });

  it('is zero where nothing was ever posted', async () =>
    expect(await world.balanceOf(world.source(world.account, 'balance'))).toEqual(['0.00', '0.00']));

  it('is not there for a bank, for another account, and for what nobody knows', async () => {
    const bank = world.source(world.account, 'bank');
    const balance = world.source(world.account, 'balance');
    const get = (by: World, id: string) => by.call('GET', `/funding-sources/${id}/balance`);
    expect((await get(world, bank.fundingSourceId)).status).toBe(404);
    expect((await get(new World(service), balance.fundingSourceId)).status).toBe(404);
    expect((await get(world, newId())).status).toBe(404);
  });
});
