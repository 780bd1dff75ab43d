// Runs: both
import { randomUUID } from 'node:crypto';
import type { HalClient } from '@halyard/suite/client';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Holder } from './support/journeys.js';
import { embedded, fundedHolder, idOf, newHolder, personalCustomer, transferOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

describe('look-ups', () => {
  let shared: SharedSuite;
  let client: HalClient;
  let stranger: HalClient;
  let sender: Holder;
  let receiver: Holder;

  beforeAll(async () => {
    shared = await SharedSuite.join('look-ups');
    client = shared.client;
    [stranger, sender, receiver] = await Promise.all([
      openSandboxAccount(shared.operator, 'Stranger'),
      fundedHolder(client, '20.00'),
      newHolder(client),
    ]);
  });
  afterAll(() => Promise.all([stranger.close(), shared.leave()]));

  const lookUp = (key: string, by = client) => by.get(`/idempotency-keys/${encodeURIComponent(key)}`);

  it('a key says what was made under it at each service, to its application alone', async () => {
    const key = `order / ${randomUUID()} %`;
    const transfer = await client.post('/transfers', transferOf(sender.balance, receiver.balance, '1.00'), {
      idempotencyKey: key,
    });
    const customer = await client.post('/customers', personalCustomer(), { idempotencyKey: key });
    const { status, body } = await lookUp(key);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      key,
      uses: [
        { method: 'POST', path: '/transfers', state: 'done', status: 201, location: transfer.location },
        { method: 'POST', path: '/customers', state: 'done', status: 201, location: customer.location },
      ],
    });
    const [{ _links, firstUsed, expires, at }] = body['uses'] as [Record<string, unknown>];
    expect(_links).toMatchObject({ resource: { href: transfer.location, 'resource-type': 'transfer' } });
    expect(Date.parse(String(expires)) - Date.parse(String(firstUsed))).toBe(24 * 60 * 60_000);
    expect(Date.parse(String(at))).toBeGreaterThanOrEqual(Date.parse(String(firstUsed)));
    expect((await lookUp(key, stranger)).body.code).toBe('NotFound');
  });

  it('a key that was refused is released, and decided anew', async () => {
    const key = randomUUID();
    const beyond = transferOf(sender.balance, receiver.balance, '4999.00');
    expect((await client.post('/transfers', beyond, { idempotencyKey: key })).status).toBe(400);
    const { body } = await lookUp(key);
    expect(body['uses']).toEqual([
      {
        _links: {},
        method: 'POST',
        path: '/transfers',
        firstUsed: expect.any(String),
        expires: expect.any(String),
        state: 'released',
        at: expect.any(String),
      },
    ]);
    const second = await client.post('/transfers', transferOf(sender.balance, receiver.balance, '1.00'), {
      idempotencyKey: key,
    });
    expect([second.status, (await lookUp(key)).body['uses']]).toMatchObject([201, [{ state: 'done', status: 201 }]]);
  });

  it('a mismatch links to what the key was used for', async () => {
    const key = `a/b ${randomUUID()}`;
    await client.post(`${receiver.customer}`, { email: `${randomUUID()}@example.com` }, { idempotencyKey: key });
    const { status, body } = await client.post('/customers', personalCustomer(), { idempotencyKey: key });
    expect([status, body.code]).toEqual([422, 'IdempotencyKeyReused']);
    const about = body._links?.['about']?.href ?? '';
    expect(new URL(about).pathname).toBe(`/idempotency-keys/${encodeURIComponent(key)}`);
    expect((await client.get(about)).body['uses']).toMatchObject([
      { path: `/customers/${idOf(receiver.customer)}`, state: 'done', status: 200 },
    ]);
  });

  it('the list of all transfers has those of every customer, and none of another account', async () => {
    const { body } = await client.get('/transfers?limit=200');
    const { body: ofSender } = await client.get(`/transfers?customerId=${idOf(sender.customer)}`);
    expect(Number(body['total'])).toBeGreaterThanOrEqual(Number(ofSender['total']));
    expect(Number(ofSender['total'])).toBeGreaterThan(0);
    const mine = embedded(body, 'transfers').map(({ id }) => id);
    const theirs = embedded((await stranger.get('/transfers')).body, 'transfers').map(({ id }) => id);
    expect(theirs.filter((id) => mine.includes(id))).toEqual([]);
    expect((await stranger.get(`/transfers?customerId=${idOf(sender.customer)}`)).body['total']).toBe(0);
  });

  interface Result {
    readonly id: string;
    readonly kind: string;
    readonly matched: string;
    readonly text: string;
    readonly _links: { readonly self: { readonly href: string } };
  }
  const search = async (q: string, by = client): Promise<readonly Result[]> => {
    const { body } = await by.get(`/search?q=${encodeURIComponent(q)}`);
    return (body._embedded as unknown as { results: readonly Result[] }).results;
  };

  it('a search finds a resource of each kind by its id, and leads to it', async () => {
    const transfer = await client.create('/transfers', transferOf(sender.balance, receiver.balance, '1.00'));
    const subscription = await client.create('/webhook-subscriptions', { url: 'https://example.com/', secret: 's' });
    const event = await waitFor('an event', async () => embedded((await client.get('/events')).body, 'events')[0]?.id);
    const ids = {
      transfer: idOf(transfer),
      'webhook-subscription': idOf(subscription),
      event: event ?? '',
      customer: idOf(sender.customer),
      'funding-source': idOf(sender.bank),
      account: client.connection.accountId,
    };
    for (const [kind, id] of Object.entries(ids)) {
      const results = await waitFor(`a ${kind}`, async () => {
        const found = await search(id.toUpperCase());
        return found.some((result) => result.kind === kind) ? found : undefined;
      });
      const result = results.find((found) => found.kind === kind);
      expect(result).toMatchObject({ id, kind, matched: 'id' });
      expect((await client.get(result?._links.self.href ?? '')).body['id']).toBe(id);
      expect(await search(id, stranger)).toEqual([]);
    }
    expect((await search(ids.transfer)).map(({ kind }) => kind).sort()).toEqual(['payment', 'transfer']);
    await client.raw('DELETE', subscription, { authorization: `Bearer ${await client.accessToken()}` });
  });

  it('a search finds a payment and its request by their trace', async () => {
    const trace = randomUUID().replaceAll('-', '');
    const authorization = `Bearer ${await client.accessToken()}`;
    const sent = { authorization, 'content-type': 'application/json', traceparent: `00-${trace}-0af7651916cd43dd-01` };
    const body = JSON.stringify(transferOf(sender.balance, receiver.balance, '1.00'));
    const { location, headers } = await client.raw('POST', '/transfers', sent, body);
    const results = await waitFor('both', async () => {
      const found = await search(trace);
      return found.length === 2 ? found : undefined;
    });
    expect(new Map(results.map(({ kind, id, matched }) => [kind, [id, matched]]))).toEqual(
      new Map([
        ['payment', [idOf(location), 'trace']],
        ['request', [headers['x-request-id'], 'trace']],
      ]),
    );
    expect(await search(trace, stranger)).toEqual([]);
  });

  it('a search finds a payment by its correlation id, without its transfer, in its account alone', async () => {
    const correlationId = `Order-${randomUUID()}`;
    const body = { ...transferOf(sender.balance, receiver.balance, '1.00'), correlationId };
    const transfer = await client.create('/transfers', body);
    const found = await waitFor('the payment', async () => {
      const results = await search(correlationId.toLowerCase());
      return results.length > 0 ? results : undefined;
    });
    expect(found).toMatchObject([{ id: idOf(transfer), kind: 'payment', matched: 'correlation-id' }]);
    expect(await search(correlationId, stranger)).toEqual([]);
  });
});
