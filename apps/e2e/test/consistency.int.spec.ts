import type { HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { roundsOf } from './support/counts.js';
import type { Holder } from './support/journeys.js';
import { availableOf, bankAccount, embedded, fundedHolder, idOf, newHolder, transferOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const rounds = roundsOf({ ci: 25, long: 1_000 });

describe(`a client that has its answer finds its effect, ${rounds} rounds`, () => {
  let shared: SharedSuite;
  let client: HalClient;
  let sink: Holder;

  beforeAll(async () => {
    shared = await SharedSuite.join('consistency');
    client = shared.client;
    sink = await newHolder(client);
  }, 90_000);

  afterAll(() => shared.leave());

  const lists = async (path: string, name: string, id: string): Promise<void> => {
    const { body } = await client.get(path);
    expect(embedded(body, name).map((item) => item.id)).toContain(id);
  };

  it('create, then use', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { customer, bank, balance } = await newHolder(client);
      await lists('/customers', 'customers', idOf(customer));
      await lists(`${customer}/funding-sources`, 'funding-sources', idOf(bank));
      const deposit = await client.create('/transfers', transferOf(bank, balance, '10.00'));
      await lists(`${customer}/transfers`, 'transfers', idOf(deposit));
      expect((await client.get(deposit)).body.status).toBe('pending');
      await client.post('/sandbox-simulations');
      expect((await client.get(deposit)).body.status).toBe('processed');
      expect(await availableOf(client, balance)).toBe('10.00');
      const payment = await client.create('/transfers', transferOf(balance, sink.balance, '4.00'));
      await lists(`${sink.customer}/transfers`, 'transfers', idOf(payment));
      expect(await availableOf(client, balance)).toBe('6.00');
    }
  }, 3_600_000);

  it('close, then refused', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { customer, bank, balance } = await fundedHolder(client, '5.00');
      expect((await client.post(bank, { removed: true })).status).toBe(200);
      const fromRemoved = await client.post('/transfers', transferOf(bank, balance, '1.00'));
      expect(embedded(fromRemoved.body, 'errors')).toEqual([
        expect.objectContaining({ code: 'Invalid', path: '/_links/source/href' }),
      ]);
      expect((await client.post(customer, { status: 'suspended' })).status).toBe(200);
      const fromSuspended = await client.post('/transfers', transferOf(balance, sink.balance, '1.00'));
      expect(embedded(fromSuspended.body, 'errors')).toEqual([
        expect.objectContaining({ code: 'Restricted', path: '/_links/source/href' }),
      ]);
      const bankOfSuspended = await client.post(`${customer}/funding-sources`, bankAccount());
      expect([bankOfSuspended.status, bankOfSuspended.body.code]).toEqual([403, 'InvalidResourceState']);
      expect(await availableOf(client, balance)).toBe('5.00');
    }
  }, 3_600_000);
});
