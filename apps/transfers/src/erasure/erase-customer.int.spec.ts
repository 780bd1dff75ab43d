import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { balanceIdOf, type CustomerMoney, type PartyFact } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { rebuild } from '../../test/rebuild.js';
import { World } from '../../test/world.js';
import { ReadModels } from '../projection/read-models.js';
import { transfersService } from '../transfers.module.js';

describe('the erasure of a customer at transfers', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService, { streams: 'postgres' });
    world = new World(service);
  });
  afterAll(() => service.stop());

  const principal = servicePrincipal('customers');
  const moneyOf = async ({ partyId }: PartyFact): Promise<CustomerMoney> => {
    const { body } = await service.call('GET', `/internal/customers/${partyId}/money`, { principal });
    if (body.document !== 'fact') throw new Error(JSON.stringify(body));
    return body.fact as CustomerMoney;
  };
  const erase = (partyId: string, by = principal) =>
    service.call('PUT', `/internal/customers/${partyId}/erasure`, {
      principal: by,
      body: { accountId: world.accountId, at: service.clock.system().toISOString() },
    });
  const metadataOf = async (id: string): Promise<unknown> => {
    const { body } = await world.call('GET', `/transfers/${id}`);
    return body.document === 'resource' ? body.attributes['metadata'] : body;
  };

  it('is asked what stands against it: a transfer under way, a balance, and when the last one was', async () => {
    const customer = world.customer();
    expect(await moneyOf(customer)).toEqual({ isPending: false, balanceMinor: '0' });
    const bank = world.source(customer, 'bank');
    const balance = world.source(customer, 'balance', { fundingSourceId: balanceIdOf(customer.partyId) });
    await world.transfer(bank, balance, '5.00');
    const lastTransferAt = service.clock.system().toISOString();
    expect(await moneyOf(customer)).toMatchObject({ isPending: true, balanceMinor: '0', lastTransferAt });
    await world.simulate();
    expect(await moneyOf(customer)).toMatchObject({ isPending: false, balanceMinor: '500' });
    await world.transfer(balance, bank, '5.00');
    expect(await moneyOf(customer)).toMatchObject({ isPending: true });
    await world.simulate();
    expect(await moneyOf(customer)).toEqual({ isPending: false, balanceMinor: '0', lastTransferAt });
  });

  it.each(['sender', 'receiver'] as const)(
    'is told that money is pending while a return is due that its %s may owe',
    async (side) => {
      const [sender, receiver] = [world.customer(), world.customer()];
      const from = world.source(sender, 'bank', { returns: { code: 'R01', isLate: true } });
      const held = world.source(receiver, 'balance', { fundingSourceId: balanceIdOf(receiver.partyId) });
      await world.transfer(from, held, '5.00');
      await world.simulate();
      await world.transfer(held, world.source(world.account, 'balance'), '5.00');
      const party = side === 'sender' ? sender : receiver;
      expect(await moneyOf(party)).toMatchObject({ isPending: true, balanceMinor: '0' });
      await world.simulate();
      const owed = side === 'sender' ? '0' : '-500';
      expect(await moneyOf(party)).toMatchObject({ isPending: false, balanceMinor: owed });
    },
  );

  it('forgets what callers noted of transfers with the person, for good, and nothing of the money', async () => {
    const [erased, other] = [world.customer(), world.customer()];
    const from = await world.fundedBalance(erased, '10.00');
    const to = world.source(other, 'balance');
    const metadata = { note: 'for Wilhelmina' };
    const shared = await world.transfer(from, to, '3.00', { metadata });
    const kept = await world.transfer(await world.fundedBalance(other, '1.00'), world.source(other, 'bank'), '1.00', {
      metadata,
    });
    expect(await metadataOf(shared)).toEqual(metadata);
    for (let time = 0; time < 2; time += 1) expect((await erase(erased.partyId)).status).toBe(200);
    const stands = async (): Promise<void> => {
      expect([await metadataOf(shared), await metadataOf(kept)]).toEqual([undefined, metadata]);
      expect(await world.balanceOf(from)).toEqual(['7.00', '7.00']);
      const { body } = await world.call('GET', `/customers/${erased.partyId}/transfers`);
      expect(body).toMatchObject({ total: 2 });
    };
    await stands();
    await rebuild(service, service.get(ReadModels).transfers);
    await stands();
  });

  it('is by customers alone', async () => {
    expect((await erase(newId(), servicePrincipal('webhooks'))).status).toBe(403);
    expect((await erase(newId())).status).toBe(200);
  });
});
