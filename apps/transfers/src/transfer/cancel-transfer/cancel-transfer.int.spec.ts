import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import { newId } from '@halyard/core';
import { startTestService, type TestService } from '@halyard/testing';
import { faultsOf, World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

const friday = '2026-03-06T21:30:00.000Z';
const afterExport = '2026-03-06T22:00:00.000Z';

describe('POST /transfers/{id}', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new World(service);
  });

  const cancel = (
    id: string,
    { at, operationId = newId(), status = 'cancelled' }: Partial<Record<string, string>> = {},
  ) => world.call('POST', `/transfers/${id}`, { body: { status }, operationId, at });
  const get = async (id: string) => (await world.call('GET', `/transfers/${id}`)).body;

  it('gives the money of a withdrawal back, and its repeat answers the same', async () => {
    const from = await world.fundedBalance(world.account, '20.00');
    const id = await world.transfer(from, world.source(world.account, 'bank'), '5.00');
    expect(await get(id)).toMatchObject({ links: { cancel: { kind: 'transfer', id } } });
    const operationId = newId();
    const first = await cancel(id, { operationId });
    expect(first).toMatchObject({ status: 200, body: { attributes: { status: 'cancelled' } } });
    expect(first.body).toHaveProperty('links.cancel', undefined);
    expect(await cancel(id, { operationId })).toEqual(first);
    expect(faultsOf(await cancel(id))).toEqual(['NotAllowed /status']);
    expect(await world.balanceOf(from)).toEqual(['20.00', '20.00']);
    expect(await world.simulate()).toBe(0);
    expect((await service.recorded(id)).map(({ type }) => type)).toEqual([
      'transfers.transfer-created.v1',
      'transfers.transfer-cancelled.v1',
    ]);
  });

  it('under a key is replayed as it was answered', async () => {
    const [bank, to] = [world.source(world.account, 'bank'), world.source(world.account, 'balance')];
    const id = await world.transfer(bank, to, '5.00');
    const call = { body: { status: 'cancelled' }, key: newId() };
    const first = await world.call('POST', `/transfers/${id}`, call);
    expect([first.status, first.isReplayed]).toEqual([200, undefined]);
    expect(await world.call('POST', `/transfers/${id}`, call)).toEqual({ ...first, isReplayed: true });
  });

  it.each(['main', 'funding'])('cancels both of a pair by its %s transfer, and the fees with them', async (which) => {
    const [sender, receiver] = [world.customer(), world.customer()];
    const to = world.source(receiver, 'balance', { fundingSourceId: balanceIdOf(receiver.partyId) });
    const fees = [
      {
        _links: { 'charge-to': { href: `/customers/${receiver.partyId}` } },
        amount: { value: '1.00', currency: 'USD' },
      },
    ];
    const main = await world.transfer(world.source(sender, 'bank'), to, '5.00', { fees });
    const { body } = await world.call('GET', `/customers/${sender.partyId}/transfers`);
    const ids = body.type === 'collection' ? body.items.map(({ id }) => id) : [];
    const funding = ids.find((id) => id !== main) ?? '';
    expect(await get(funding)).toMatchObject({ links: { 'funded-transfer': { id: main } } });
    expect(await cancel(which === 'main' ? main : funding)).toMatchObject({ status: 200 });
    for (const id of [main, funding]) expect(await get(id)).toMatchObject({ attributes: { status: 'cancelled' } });
    const listed = await world.call('GET', `/transfers/${main}/fees`);
    expect(listed.body).toMatchObject({
      listedAs: { embedded: 'fees', inBody: 'transactions' },
      total: 1,
      items: [
        {
          attributes: { status: 'cancelled', amount: { value: '1.00', currency: 'usd' } },
          links: {
            source: { kind: 'customer', id: receiver.partyId },
            destination: { kind: 'account', id: world.accountId },
            'source-funding-source': { kind: 'funding-source' },
            'destination-funding-source': { kind: 'funding-source' },
            'created-from-transfer': { kind: 'transfer', id: main },
          },
        },
      ],
    });
    const [fee] = listed.body.type === 'collection' ? listed.body.items : [];
    expect(faultsOf(await cancel(fee?.id ?? ''))).toEqual(['NotAllowed /status']);
  });

  it('is possible until the bank has it: 16:00 Central of the banking day, or of the next', async () => {
    const bank = world.source(world.account, 'bank');
    const to = world.source(world.account, 'balance');
    const create = async (at: string) => {
      const body = {
        _links: {
          source: { href: `/funding-sources/${bank.fundingSourceId}` },
          destination: { href: `/funding-sources/${to.fundingSourceId}` },
        },
        amount: { value: '1.00', currency: 'USD' },
      };
      const created = await world.call('POST', '/transfers', { body, at });
      return created.body.type === 'created' ? created.body.resource.id : '';
    };
    const early = await create(friday);
    expect(faultsOf(await cancel(early, { at: afterExport }))).toEqual(['NotAllowed /status']);
    const late = await create(afterExport);
    expect(await cancel(late, { at: '2026-03-09T20:59:59.999Z' })).toMatchObject({ status: 200 });
  });

  it('says what is wrong, and knows no transfer of another account', async () => {
    const id = await world.transfer(
      world.source(world.account, 'bank'),
      world.source(world.account, 'balance'),
      '1.00',
    );
    expect(faultsOf(await cancel(id, { status: 'processed' }))).toEqual(['Invalid /status']);
    expect((await new World(service).call('POST', `/transfers/${id}`, { body: { status: 'cancelled' } })).status).toBe(
      404,
    );
    await world.simulate();
    expect(faultsOf(await cancel(id))).toEqual(['NotAllowed /status']);
  });
});
