// Runs: both
import type { HalBody, HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { embedded, fundedHolder, hrefOf, newHolder, transferOf, usd } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';
import { Subscriber } from './support/subscriber.js';

const isAnswered = ({ attempts }: HalBody): boolean =>
  (attempts as readonly { readonly status?: number }[]).some(({ status }) => status === 200);

/** All that happened because of a payment, told by both services that know of it. */
describe('the timeline of a payment', () => {
  let shared: SharedSuite;
  let client: HalClient;
  let subscriber: Subscriber;
  beforeAll(async () => {
    shared = await SharedSuite.join('timeline');
    client = shared.client;
    subscriber = await Subscriber.listen();
    await client.create('/webhook-subscriptions', { url: subscriber.url, secret: subscriber.secret });
  });
  afterAll(async () => {
    await subscriber.close();
    await shared.leave();
  });

  const pages = async (href: string, limit: number): Promise<HalBody[]> => {
    const entries: HalBody[] = [];
    for (let next: string | undefined = `${href}?limit=${limit}`; next !== undefined;) {
      const { status, body }: { status: number; body: HalBody } = await client.get(next);
      expect([status, body['missing']]).toEqual([200, []]);
      entries.push(...embedded(body, 'entries'));
      next = body._links?.['next']?.href;
    }
    return entries;
  };
  const timelineOf = async (transfer: string): Promise<string> => hrefOf((await client.get(transfer)).body, 'timeline');
  /** With so many deliveries, all of them answered. */
  const delivered = async (transfer: string, count: number): Promise<HalBody[]> => {
    const href = await timelineOf(transfer);
    let entries: HalBody[] = [];
    await waitFor(`${count} deliveries`, async () => {
      entries = await pages(href, 200);
      const deliveries = entries.filter(({ kind }) => kind === 'delivery');
      return deliveries.length === count && deliveries.every(isAnswered);
    });
    return entries;
  };
  const kinds = (entries: readonly HalBody[]) => entries.map(({ kind }) => String(kind));

  it('has its request, states, postings, what banks did, its events and their deliveries', async () => {
    const [from, to] = [await newHolder(client), await newHolder(client)];
    const transfer = await client.create('/transfers', transferOf(from.bank, to.balance, '5.00'));
    await client.post('/sandbox-simulations');
    const entries = await delivered(transfer, 6);
    expect(kinds(entries).filter((kind) => kind !== 'event' && kind !== 'delivery')).toEqual([
      ...['request', 'state', 'state'],
      ...['bank', 'posting', 'state', 'posting', 'state'],
    ]);
    const places = new Map(entries.map(({ id }, place) => [id, place]));
    expect(places.size).toBe(entries.length);
    expect(entries.filter(({ cause }) => cause === undefined)).toHaveLength(1);
    for (const [place, { cause }] of entries.entries()) {
      if (cause !== undefined) expect(places.get(cause as string)).toBeLessThan(place);
    }
    const traced = entries.filter(({ kind }) => kind !== 'event' && kind !== 'delivery');
    for (const { trace } of traced) expect(trace).toMatch(/^[0-9a-f]{32}$/);
    const bank = entries.find(({ kind }) => kind === 'bank');
    expect(bank?.['trace']).not.toBe(entries[0]?.['trace']);
    const transit = entries
      .filter(({ kind }) => kind === 'posting')
      .map(
        ({ from: giver, amount }) =>
          Number((amount as { value: string }).value) * (/^transit:/.test(String(giver)) ? -1 : 1),
      );
    expect(transit.reduce((sum, each) => sum + each, 0)).toBe(0);
    expect(await pages(await timelineOf(transfer), 3)).toEqual(entries);
  });

  it('names the trace that the client gave, and the request by the id of its answer', async () => {
    const [from, to] = [await fundedHolder(client, '9.00'), await newHolder(client)];
    const trace = '0af7651916cd43dd8448eb211c80319c';
    const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01`, 'idempotency-key': `timeline-${Math.random()}` };
    const answer = await client.post('/transfers', transferOf(from.balance, to.balance, '5.00'), { headers });
    const [request] = await delivered(String(answer.headers['location']), 4);
    const { connection } = client;
    expect(request).toMatchObject({
      kind: 'request',
      requestId: answer.headers['x-request-id'],
      method: 'POST',
      route: '/transfers',
      key: true,
      trace,
      application: { 'resource-type': 'application' },
    });
    expect(JSON.stringify(request)).not.toContain(headers['idempotency-key']);
    expect(JSON.stringify(request)).toContain(connection.baseUrl);
  });

  it('is that of its payment and of each of its transfers and fees, and of nobody else', async () => {
    const [from, to] = [await fundedHolder(client, '9.00'), await newHolder(client)];
    const fees = [{ _links: { 'charge-to': { href: from.customer } }, amount: usd('0.50') }];
    const transfer = await client.create('/transfers', { ...transferOf(from.balance, to.bank, '5.00'), fees });
    await client.post('/sandbox-simulations');
    const { body: payment } = await client.get(hrefOf((await client.get(transfer)).body, 'payment'));
    const all = [...embedded(payment, 'transfers'), ...embedded(payment, 'fees')];
    expect(all).toHaveLength(3);
    const entries = await delivered(transfer, 10);
    expect(await pages(hrefOf(payment, 'timeline'), 200)).toEqual(entries);
    for (const each of all) {
      const href = hrefOf(each, 'timeline');
      expect(await pages(href, 200)).toEqual(entries);
      expect((await client.get(href)).body['transfer']).toMatchObject({ href: hrefOf(each) });
      expect((await shared.operator.get(href)).status).toBe(404);
    }
  });
});
