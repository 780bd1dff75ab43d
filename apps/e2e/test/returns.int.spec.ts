// Runs: both
import type { HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { availableOf, balanceOf, bankAccount, embedded, newHolder, transferOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const RECEIVERS = 10;

/** Owners tell transfers of what they did, while the simulation that had them do it waits for them. */
describe('what banks return stands with its owners when the simulation answers', () => {
  let shared: SharedSuite;
  let client: HalClient;
  let account: string;
  let balance: string;
  beforeAll(async () => {
    shared = await SharedSuite.join('returns');
    client = shared.client;
    account = `${client.connection.baseUrl}/accounts/${client.connection.accountId}`;
    balance = await balanceOf(client, account);
  });
  afterAll(() => shared.leave());

  /** Who only receives, at a bank of this name. */
  const receiver = async (name: string): Promise<{ readonly customer: string; readonly bank: string }> => {
    const person = { firstName: 'Pat', lastName: 'Payee', email: `pat-${Math.random()}@example.com` };
    const customer = await client.create('/customers', { ...person, type: 'receive-only' });
    return { customer, bank: await client.create(`${customer}/funding-sources`, { ...bankAccount(), name }) };
  };
  const simulate = async (): Promise<void> => expect((await client.post('/sandbox-simulations')).status).toBe(200);
  const errorsOf = async (source: string, destination: string): Promise<unknown> => {
    const { body } = await client.post('/transfers', transferOf(source, destination, '1.00'));
    return embedded(body, 'errors').map(({ code, path }) => `${String(code)} ${String(path)}`);
  };
  const heard = (topics: readonly string[]) =>
    waitFor(`events: ${topics.join(', ')}`, async () => {
      const { body } = await client.get('/events?limit=200');
      const said = embedded(body, 'events').map(({ topic }) => String(topic));
      return topics.every((topic) => said.includes(topic));
    });

  it('removes banks and suspends customers, many at once, and the money is back', async () => {
    const names = Array.from({ length: RECEIVERS }, (_, n) => (n === 0 ? 'R10' : 'R03'));
    const receivers = await Promise.all(names.map(receiver));
    const before = await availableOf(client, balance);
    const transfers = await Promise.all(
      receivers.map(({ bank }) => client.create('/transfers', transferOf(balance, bank, '1.00'))),
    );
    await simulate();
    for (const transfer of transfers) expect((await client.get(transfer)).body.status).toBe('failed');
    expect(await availableOf(client, balance)).toBe(before);
    for (const { bank } of receivers) {
      expect((await client.get(bank)).body['removed']).toBe(true);
      expect(await errorsOf(balance, bank)).toContain('Invalid /_links/destination/href');
    }
    const [suspended] = receivers;
    expect((await client.get(suspended?.customer ?? '')).body.status).toBe('suspended');
    await heard([
      'customer_transfer_failed',
      'transfer_failed',
      'customer_funding_source_removed',
      'customer_suspended',
    ]);
  });

  it('gives a returned wire back to the balance, and says so', async () => {
    const ada = await newHolder(client);
    await client.create('/transfers', transferOf(balance, ada.balance, '10.00'));
    const wire = await client.create(`${ada.customer}/funding-sources`, {
      ...bankAccount(),
      name: 'R01',
      channels: ['wire'],
    });
    const transfer = await client.create('/transfers', transferOf(ada.balance, wire, '4.00'));
    expect(await availableOf(client, ada.balance)).toBe('6.00');
    await simulate();
    expect((await client.get(transfer)).body.status).toBe('failed');
    expect((await client.get(`${transfer}/failure`)).body).toMatchObject({ code: 'R01' });
    expect(await availableOf(client, ada.balance)).toBe('10.00');
    await heard(['customer_bank_transfer_failed']);
  });
});
