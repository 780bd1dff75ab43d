import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DomainError, newId } from '@halyard/core';
import { factAnswer, startTestService, type TestService } from '@halyard/testing';
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
    const lastUpdated = service.clock.system().toISOString();
    service.clock.advance(60_000);
    expect((await world.call('GET', `/funding-sources/${id}/balance`)).body).toEqual({
      type: 'resource',
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

  it.each(['told', 'asked for'])('was updated, where nothing ever touched it, when it was created: %s', async (how) => {
    const source = world.source(world.account, 'balance', how === 'told' ? {} : { created: undefined });
    const { fundingSourceId: id, created } = { ...source, created: '2026-02-02T12:00:00.000Z' };
    const lastUpdated = async () => {
      const { body } = await world.call('GET', `/funding-sources/${id}/balance`);
      return body.type === 'resource' ? body.attributes['lastUpdated'] : body;
    };
    if (how === 'asked for') {
      expect(await lastUpdated()).toMatchObject({ code: 'ServiceUnavailable' });
      world.tellSource({ ...source, created });
    }
    const first = await lastUpdated();
    service.clock.advance(60_000);
    expect([first, await lastUpdated()]).toEqual([created, created]);
  });

  it('is not there for another account, and for what nobody knows', async () => {
    const balance = world.source(world.account, 'balance');
    const bank = world.source(world.account, 'bank');
    const get = (by: World, id: string) => by.call('GET', `/funding-sources/${id}/balance`);
    for (const { fundingSourceId } of [balance, bank]) {
      expect((await get(new World(service), fundingSourceId)).status).toBe(404);
    }
    expect((await get(world, newId())).status).toBe(404);
  });

  it('of a bank is what its owner’s service says: processing, an amount, or a refusal', async () => {
    const { fundingSourceId: id } = world.source(world.account, 'bank');
    const get = () => world.call('GET', `/funding-sources/${id}/balance`);
    const says = (answer: Parameters<typeof service.services.answer>[1]) =>
      service.services.answer(`POST /internal/funding-sources/${id}/balance-inquiries`, answer);

    says(factAnswer({ status: 'processing' }));
    expect(await get()).toMatchObject({ status: 202, body: { attributes: { status: 'processing' } } });

    const at = '2026-03-02T18:00:00.000Z';
    says(factAnswer({ status: 'done', availableMinor: '-5', currentMinor: '1234567', at }));
    expect(await get()).toMatchObject({
      status: 200,
      body: {
        kind: 'balance',
        id,
        attributes: {
          balance: { value: '-0.05', currency: 'USD' },
          total: { value: '12345.67', currency: 'USD' },
          lastUpdated: at,
        },
        links: { 'funding-source': { kind: 'funding-source', id } },
      },
    });

    says(new DomainError('UnsupportedBank'));
    expect(await get()).toMatchObject({ status: 400, body: { code: 'UnsupportedBank' } });
  });
});
