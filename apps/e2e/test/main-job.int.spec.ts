// Runs: both
import type { HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { Holder } from './support/journeys.js';
import {
  availableOf,
  bankAccount,
  embedded,
  fundedHolder,
  hrefOf,
  idOf,
  newHolder,
  personalCustomer,
  transferOf,
  usd,
} from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';
import { Subscriber } from './support/subscriber.js';

interface EmbeddingEvent {
  readonly topic: string;
  readonly _links: { readonly resource: { readonly href: string } };
  readonly _embedded?: {
    readonly resource: { readonly status?: string; readonly _links: { readonly self: { readonly href: string } } };
  };
}

describe('the main job', () => {
  let shared: SharedSuite;
  let subscriber: Subscriber;
  let client: HalClient;
  let account: string;
  let subscribedAt: string;

  beforeAll(async () => {
    shared = await SharedSuite.join('main job');
    client = shared.client;
    subscriber = await Subscriber.listen();
    const { url, secret } = subscriber;
    const subscription = await client.create('/webhook-subscriptions', { url, secret });
    subscribedAt = String((await client.get(subscription)).body['created']);
    account = `${client.connection.baseUrl}/accounts/${client.connection.accountId}`;
  });

  afterAll(async () => {
    await shared.leave();
    await subscriber.close();
  });

  const eventsOf = (location: string, count: number): Promise<string[]> =>
    waitFor(`${count} events of ${location}`, () => {
      const topics = subscriber.topicsOf(idOf(location));
      return topics.length >= count ? topics : undefined;
    });

  it('begins at the root, whose links lead everywhere', async () => {
    const { status, body, headers } = await client.get('/');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/vnd.service.v1.hal+json; charset=UTF-8');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(hrefOf(body, 'account')).toBe(account);
    expect(Object.keys(body._links ?? {})).toEqual(
      expect.arrayContaining(['self', 'account', 'customers', 'events', 'webhook-subscriptions']),
    );
  });

  it('furnishes a sandbox account with a verified bank and 5,000.00 USD', async () => {
    const { body } = await client.get(`${account}/funding-sources`);
    expect(embedded(body, 'funding-sources')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'bank', name: 'Superhero Savings Bank', status: 'verified' }),
        expect.objectContaining({ type: 'balance', status: 'verified', channels: [] }),
      ]),
    );
    const balance = embedded(body, 'funding-sources').find(({ type }) => type === 'balance');
    expect(await availableOf(client, hrefOf(balance))).toBe('5000.00');
  });

  it.each([
    ['unverified', {}, 'unverified', ['customer_created']],
    ['receive-only', { type: 'receive-only' }, 'unverified', ['customer_created']],
  ])('creates an %s customer', async (type, extra, status, topics) => {
    const { firstName, lastName } = personalCustomer();
    const customer = await client.create('/customers', {
      firstName,
      lastName,
      email: `${randomUUID()}@example.com`,
      ...extra,
    });
    expect((await client.get(customer)).body).toMatchObject({ type, status, firstName, lastName });
    expect(await eventsOf(customer, topics.length)).toEqual(topics);
  });

  it.each([
    ['verified', 'verified', 'customer_verified'],
    ['retry', 'retry', 'customer_reverification_needed'],
    ['document', 'document', 'customer_verification_document_needed'],
    ['suspended', 'suspended', 'customer_suspended'],
    ['Grace', 'verified', 'customer_verified'],
  ])('a personal customer named %s is %s', async (firstName, status, topic) => {
    const customer = await client.create('/customers', personalCustomer({ firstName }));
    const { body } = await client.get(customer);
    expect(body).toMatchObject({ type: 'personal', status });
    expect(JSON.stringify(body)).not.toMatch(/"(?:ssn|dateOfBirth)":/);
    // A customer in good standing gets its balance too, whose event belongs to the balance.
    expect((await eventsOf(customer, 2)).sort()).toEqual(['customer_created', topic].sort());
  });

  it('pages through customers, newest first, and keeps its pages while new ones arrive', async () => {
    const first = await client.get('/customers?limit=3');
    const { total } = first.body;
    const ids = embedded(first.body, 'customers').map(({ id }) => id);
    await client.create('/customers', personalCustomer());
    const second = await client.get(hrefOf(first.body, 'next'));
    expect(second.body.total).toBe(total);
    expect(embedded(second.body, 'customers').map(({ id }) => id)).not.toEqual(expect.arrayContaining([ids[2]]));
    const back = await client.get(hrefOf(second.body, 'prev'));
    expect(embedded(back.body, 'customers').map(({ id }) => id)).toEqual(ids);
  });

  describe('a bank', () => {
    let holder: Holder;
    beforeAll(async () => {
      holder = await newHolder(client);
    });

    it('is verified by micro-deposits, each step with its event', async () => {
      expect((await client.get(holder.bank)).body).toMatchObject({
        type: 'bank',
        status: 'verified',
        bankName: 'SANDBOX TEST BANK',
        removed: false,
      });
      expect(await eventsOf(holder.bank, 3)).toEqual([
        'customer_funding_source_added',
        'customer_microdeposits_added',
        'customer_funding_source_verified',
      ]);
    });

    it('has the fingerprint of its numbers, and shows no number', async () => {
      const account = bankAccount();
      const [one, other] = await Promise.all(
        [holder.customer, (await newHolder(client)).customer].map(async (customer) => {
          const { body } = await client.get(await client.create(`${customer}/funding-sources`, account));
          expect(JSON.stringify(body)).not.toContain(account.accountNumber);
          return body['fingerprint'];
        }),
      );
      expect(one).toMatch(/^[0-9a-f]{64}$/);
      expect(one).toBe(other);
    });

    it('is refused twice on one owner, with the way to the first', async () => {
      const account = bankAccount();
      const bank = await client.create(`${holder.customer}/funding-sources`, account);
      const { status, body } = await client.post(`${holder.customer}/funding-sources`, account);
      expect([status, body.code]).toEqual([400, 'DuplicateResource']);
      expect(hrefOf(body, 'about')).toBe(bank);
    });

    it('is renamed, then removed, and lists without it when asked so', async () => {
      const bank = await client.create(`${holder.customer}/funding-sources`, bankAccount());
      expect((await client.post(bank, { name: 'Savings' })).body).toMatchObject({ name: 'Savings' });
      expect(await client.post(bank, { removed: true })).toMatchObject({ status: 200, body: { removed: true } });
      expect(await client.post(bank, { name: 'Again' })).toMatchObject({
        status: 403,
        body: { code: 'InvalidResourceState' },
      });
      const has = async (query: string) =>
        embedded((await client.get(`${holder.customer}/funding-sources${query}`)).body, 'funding-sources').some(
          ({ id }) => id === idOf(bank),
        );
      expect([await has(''), await has('?removed=false')]).toEqual([true, false]);
    });

    it('locks after the third wrong pair of micro-deposits', async () => {
      const bank = await client.create(`${holder.customer}/funding-sources`, bankAccount());
      await client.create(`${bank}/micro-deposits`, {});
      const wrong = { amount1: usd('0.09'), amount2: usd('0.09') };
      expect((await client.post(`${bank}/micro-deposits`, wrong)).status).toBe(400);
      expect((await client.post(`${bank}/micro-deposits`, wrong)).status).toBe(403);
      expect(await eventsOf(bank, 3)).toContain('customer_microdeposits_maxattempts');
    });
  });

  describe('money', () => {
    it('comes from a bank into the own balance once the bank has settled', async () => {
      const { bank, balance } = await newHolder(client);
      const transfer = await client.create('/transfers', transferOf(bank, balance, '120.00'));
      expect((await client.get(transfer)).body).toMatchObject({ status: 'pending', amount: usd('120.00') });
      expect(await availableOf(client, balance)).toBe('0.00');
      await client.post('/sandbox-simulations');
      expect((await client.get(transfer)).body).toMatchObject({ status: 'processed' });
      expect(await availableOf(client, balance)).toBe('120.00');
      expect(await eventsOf(transfer, 2)).toEqual([
        'customer_bank_transfer_created',
        'customer_bank_transfer_completed',
      ]);
    });

    it('leaves a balance for the own bank at once, and arrives once settled', async () => {
      const { bank, balance } = await fundedHolder(client, '80.00');
      const transfer = await client.create('/transfers', transferOf(balance, bank, '30.00'));
      expect((await client.get(transfer)).body).toMatchObject({
        status: 'pending',
        clearing: { destination: 'next-day' },
      });
      expect(await availableOf(client, balance)).toBe('50.00');
      expect((await client.post('/sandbox-simulations')).body.total).toBe(1);
      expect((await client.get(transfer)).body).toMatchObject({ status: 'processed' });
      expect(await availableOf(client, balance)).toBe('50.00');
    });

    it('moves between balances at once, and tells both sides', async () => {
      const [sender, receiver] = await Promise.all([fundedHolder(client, '60.00'), newHolder(client)]);
      const transfer = await client.create('/transfers', transferOf(sender.balance, receiver.balance, '45.50'));
      const { body } = await client.get(transfer);
      expect(body).toMatchObject({ status: 'processed' });
      expect(hrefOf(body, 'source')).toBe(sender.customer);
      expect(hrefOf(body, 'destination')).toBe(receiver.customer);
      expect([await availableOf(client, sender.balance), await availableOf(client, receiver.balance)]).toEqual([
        '14.50',
        '45.50',
      ]);
      for (const { customer } of [sender, receiver]) {
        const { body: list } = await client.get(`${customer}/transfers`);
        expect(embedded(list, 'transfers').map(({ id }) => id)).toContain(idOf(transfer));
      }
      expect((await eventsOf(transfer, 4)).sort()).toEqual([
        'customer_transfer_completed',
        'customer_transfer_completed',
        'customer_transfer_created',
        'customer_transfer_created',
      ]);
    });

    it('is refused beyond what is available, and nothing moves', async () => {
      const [sender, receiver] = await Promise.all([fundedHolder(client, '10.00'), newHolder(client)]);
      const { status, body } = await client.post('/transfers', transferOf(sender.balance, receiver.balance, '10.01'));
      expect([status, body.code]).toEqual([400, 'ValidationError']);
      expect(embedded(body, 'errors')).toEqual([
        expect.objectContaining({ code: 'InsufficientFunds', path: '/_links/source/href', _links: {} }),
      ]);
      expect(await availableOf(client, sender.balance)).toBe('10.00');
    });

    it('is all there: the trial balance holds', async () => {
      const { status, body } = await shared.operator.get('/ledger/trial-balance');
      expect([status, body['balanced']]).toEqual([200, true]);
    });
  });

  it('shows what each event is about as it was, where that is asked for', async () => {
    const { status, body } = await client.get('/events?embed=resource&limit=200');
    expect(status).toBe(200);
    const events = embedded(body, 'events') as unknown as readonly EmbeddingEvent[];
    expect(events.map(({ _embedded }) => _embedded?.resource._links.self.href)).toEqual(
      events.map(({ _links }) => _links.resource.href),
    );
    const statuses = new Map(events.map(({ topic, _embedded }) => [topic, _embedded?.resource.status]));
    expect([statuses.get('customer_transfer_created'), statuses.get('customer_transfer_completed')]).toEqual([
      'pending',
      'processed',
    ]);
  });

  it('delivers every event of GET /events, signed', async () => {
    const { body } = await client.get('/events?limit=200');
    const since = embedded(body, 'events').filter(({ created }) => String(created) > subscribedAt);
    expect(since.length).toBeGreaterThan(20);
    const delivered = await waitFor('each of them to be delivered', () => {
      const ids = new Set(subscriber.deliveries.map(({ id }) => id));
      return since.every(({ id }) => id !== undefined && ids.has(id)) ? ids : undefined;
    });
    expect(delivered.size).toBeGreaterThanOrEqual(since.length);
    expect(subscriber.deliveries.every(({ genuine }) => genuine)).toBe(true);
  });
});
