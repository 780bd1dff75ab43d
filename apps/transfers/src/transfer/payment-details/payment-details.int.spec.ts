import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ResourceAnswer } from '@halyard/contracts';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { newId } from '@halyard/core';
import { startTestService, type TestService } from '@halyard/testing';
import { World } from '../../../test/world.js';
import { paymentIdOf } from '../../payment-ids.js';
import { transfersService } from '../../transfers.module.js';

describe('GET /payments/{id}', () => {
  let service: TestService;
  let world: World;
  let balance: FundingSourceFact;
  let bank: FundingSourceFact;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
    balance = await world.fundedBalance(world.account, '100.00');
    bank = world.source(world.account, 'bank');
  });
  afterAll(() => service.stop());

  const resource = async (path: string): Promise<ResourceAnswer> => {
    const { body } = await world.call('GET', path);
    if (body.type !== 'resource') throw new Error(JSON.stringify(body));
    return body;
  };
  const payment = async (id: string) => {
    const { attributes, embedded = {} } = await resource(`/payments/${id}`);
    const timeline = attributes['timeline'] as readonly { event: string; transfer: string; at: string }[];
    const transfers = embedded['transfers'] ?? [];
    return {
      attributes,
      embedded,
      ids: transfers.map((transfer) => transfer.id),
      statuses: transfers.map((transfer) => transfer.attributes['status']),
      /** `<event> <place of the transfer>` */
      told: timeline.map(({ event, transfer }) => `${event} ${transfers.findIndex(({ id }) => id === transfer)}`),
    };
  };

  it('shows every transfer as it is by itself, and each links to it', async () => {
    const extra = { correlationId: 'order-1', metadata: { a: 'b' } };
    const id = await world.transfer(bank, world.source(world.customer(), 'balance'), '7.00', extra);
    const { attributes, embedded, ids } = await payment(id);
    expect(attributes).toMatchObject({
      id,
      status: 'pending',
      amount: { value: '7.00', currency: 'USD' },
      correlationId: 'order-1',
    });
    expect(ids).toHaveLength(2);
    expect(embedded).toMatchObject({ fees: [] });
    for (const transfer of embedded['transfers'] ?? []) {
      expect(await resource(`/transfers/${transfer.id}`)).toEqual(transfer);
      expect(transfer.links['payment']).toEqual({ kind: 'payment', id });
    }
    await world.simulate();
  });

  it('tells what happened, when, and what is expected of each', async () => {
    const receiver = world.customer();
    service.clock.set(new Date('2026-03-02T18:00:00.000Z'));
    const id = await world.transfer(bank, world.source(receiver, 'bank'), '7.00');
    expect((await payment(id)).told).toEqual(['created 0', 'created 1']);
    service.clock.set(new Date('2026-03-05T18:00:00.000Z'));
    await world.simulate();
    const underWay = await payment(id);
    expect(underWay.told.slice(2)).toEqual(['settled 0', 'processed 0', 'processed 1', 'created 2']);
    expect([underWay.attributes['status'], underWay.statuses]).toEqual([
      'pending',
      ['processed', 'processed', 'pending'],
    ]);
    const range = (transfer: string | undefined, earliest: string, latest: string) => ({ transfer, earliest, latest });
    const [debit, move, credit] = underWay.ids;
    expect(underWay.attributes['expected']).toEqual([
      range(debit, '2026-03-05T06:00:00.000Z', '2026-03-06T23:00:00.000Z'),
      range(move, '2026-03-05T06:00:00.000Z', '2026-03-06T23:00:00.000Z'),
      range(credit, '2026-03-06T06:00:00.000Z', '2026-03-09T22:00:00.000Z'),
    ]);
    await world.simulate();
    const done = await payment(id);
    expect([done.attributes['status'], done.told.slice(6)]).toEqual(['processed', ['settled 2', 'processed 2']]);
    expect(done.attributes['failure']).toBeUndefined();
  });

  it('says why it failed, also where the first transfer stays processed', async () => {
    const refusing = world.source(world.customer(), 'bank', { returns: { code: 'R03', isLate: false } });
    const id = await world.transfer(balance, refusing, '7.00');
    await world.simulate();
    const failed = await payment(id);
    expect([failed.attributes['status'], failed.statuses]).toEqual(['failed', ['processed', 'failed']]);
    expect(failed.attributes['failure']).toEqual({
      transfer: failed.ids[1],
      code: 'R03',
      description: 'No Account/Unable to Locate Account',
    });
    expect(failed.told).toEqual(['created 0', 'processed 0', 'created 1', 'returned 1', 'failed 1']);
  });

  it('is not there for another account, for what was refused, and for nothing', async () => {
    const id = await world.transfer(balance, bank, '1.00');
    expect((await new World(service).call('GET', `/payments/${id}`)).status).toBe(404);
    expect((await world.call('GET', `/payments/${newId()}`)).status).toBe(404);
    const operationId = newId();
    expect((await world.post(balance, bank, '1000000.00', { operationId })).status).toBe(400);
    expect((await world.call('GET', `/payments/${paymentIdOf(operationId)}`)).status).toBe(404);
  });
});
