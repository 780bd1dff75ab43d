import type { HalClient } from '@halyard/suite/client';
import { expect } from '@jest/globals';
import {
  availableOf,
  balanceOf,
  bankAccount,
  embedded,
  fundedHolder,
  type Holder,
  idOf,
  newHolder,
  personalCustomer,
  transferOf,
  verifiedBank,
} from './journeys.js';
import { allOf } from './side-by-side.js';

/** Checks the effects that a client may rely on once it has its answer, in several rounds. */
export class Consistency {
  /** @param clients clients of different accounts: a simulation handles everything that is pending in an account */
  constructor(
    private readonly clients: readonly HalClient[],
    private readonly rounds: number,
  ) {}

  async createThenUse(): Promise<void> {
    await this.inRounds(async (client, sink) => {
      const { customer, bank, balance } = await newHolder(client);
      await expectListed(client, '/customers', 'customers', customer);
      await expectListed(client, `${customer}/funding-sources`, 'funding-sources', bank);
      const deposit = await client.create('/transfers', transferOf(bank, balance, '10.00'));
      await expectListed(client, `${customer}/transfers`, 'transfers', deposit);
      expect((await client.get(deposit)).body.status).toBe('pending');
      await client.post('/sandbox-simulations');
      expect((await client.get(deposit)).body.status).toBe('processed');
      expect(await availableOf(client, balance)).toBe('10.00');
      const payment = await client.create('/transfers', transferOf(balance, sink.balance, '4.00'));
      await expectListed(client, `${sink.customer}/transfers`, 'transfers', payment);
      expect(await availableOf(client, balance)).toBe('6.00');
    });
  }

  async closeThenRefused(): Promise<void> {
    await this.inRounds(async (client, sink) => {
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
    });
  }

  /** A customer's new state allows and forbids from the moment of the answer that brought it. */
  async changeThenUse(): Promise<void> {
    await this.inRounds(async (client) => {
      const { email, ...rest } = personalCustomer({ ssn: '123-45-6789' });
      const { firstName, lastName } = rest;
      const customer = await client.create('/customers', { firstName, lastName, email });
      const bank = await verifiedBank(client, customer);
      const change = async (body: object) => expect((await client.post(customer, body)).status).toBe(200);
      await change({ ...rest, email, firstName: 'retry', ssn: '6789' });
      expect(await statusOf(client, customer)).toBe('retry');
      await change({ ...rest, email });
      const balance = await balanceOf(client, customer);
      const send = async () => (await client.post('/transfers', transferOf(bank, balance, '1.00'))).status;
      expect([await statusOf(client, customer), await send()]).toEqual(['verified', 201]);
      await change({ status: 'deactivated' });
      const bankOfDeactivated = await client.post(`${customer}/funding-sources`, bankAccount());
      expect([await send(), bankOfDeactivated.status]).toEqual([400, 403]);
      await change({ status: 'reactivated' });
      expect(await send()).toBe(201);
    });
  }

  /** All clients play the rounds side by side. Each client plays its rounds one after the other. */
  private async inRounds(play: (client: HalClient, sink: Holder) => Promise<void>): Promise<void> {
    const rounds = Array(this.rounds).keys();
    await allOf(
      this.clients.map(async (client) => {
        const sink = await newHolder(client);
        for (const _ of rounds) await play(client, sink);
      }),
    );
  }
}

async function statusOf(client: HalClient, customer: string): Promise<unknown> {
  return (await client.get(customer)).body.status;
}

async function expectListed(client: HalClient, path: string, name: string, resource: string): Promise<void> {
  const { body } = await client.get(path);
  expect(embedded(body, name).map((item) => item.id)).toContain(idOf(resource));
}
