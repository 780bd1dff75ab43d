import type { HalBody, HalClient } from '@halyard/suite/client';
import { SuiteProcess, until } from '@halyard/suite/process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { roundsOf } from './support/counts.js';
import type { Holder } from './support/journeys.js';
import { availableOf, embedded, fundedHolder, hrefOf, idOf, transferOf } from './support/journeys.js';
import { Subscriber } from './support/subscriber.js';

const kills = roundsOf({ ci: 5, long: 30 });
const OPENING = '100.00';
const HOLDERS = 6;
const CALLERS = 8;

interface Order {
  readonly key: string;
  readonly body: ReturnType<typeof transferOf>;
  /** Location of the first 201; undefined while nobody was told anything. */
  location?: string;
}

const cents = (value: unknown): bigint => BigInt(String((value as { value: string }).value).replace('.', ''));

describe(`kill -9 of the suite or its Postgres at any moment, ${kills} times under load`, () => {
  let suite: SuiteProcess;
  let subscriber: Subscriber;
  let client: HalClient;
  let holders: Holder[];
  const orders: Order[] = [];

  beforeAll(async () => {
    suite = await SuiteProcess.prepare();
    client = await suite.start();
    subscriber = await Subscriber.listen();
    await client.create('/webhook-subscriptions', { url: subscriber.url, secret: subscriber.secret });
    holders = await Promise.all(Array.from({ length: HOLDERS }, () => fundedHolder(client, OPENING)));
    await client.post('/sandbox-simulations');
  }, 120_000);

  afterAll(async () => {
    await client.close();
    await subscriber.close();
    await suite.remove();
  });

  const pick = (): Holder => {
    const holder = holders[randomInt(holders.length)];
    if (!holder) throw new Error('no holder');
    return holder;
  };

  const newOrder = (): Order => {
    const [from, to] = [pick(), pick()];
    const value = `0.${String(randomInt(1, 100)).padStart(2, '0')}`;
    const way = randomInt(10);
    const body =
      way === 0
        ? transferOf(from.bank, from.balance, value)
        : way === 1
          ? transferOf(from.balance, from.bank, value)
          : from === to
            ? transferOf(from.bank, from.balance, value)
            : transferOf(from.balance, to.balance, value);
    return { key: randomUUID(), body };
  };

  const send = async (order: Order): Promise<void> => {
    const answer = await client.post('/transfers', order.body, { idempotencyKey: order.key });
    if (answer.status >= 500 || answer.status === 409) return;
    if (answer.status !== 201) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    if (order.location !== undefined) expect(answer.location).toBe(order.location);
    order.location = answer.location;
  };

  /** Callers that keep ordering until the suite is gone. Lost connections are part of it. */
  const load = async (going: () => boolean): Promise<void> => {
    const caller = async () => {
      while (going()) {
        const order = newOrder();
        orders.push(order);
        await send(order).catch((error: Error) => {
          if (error.message.startsWith('4')) throw error;
        });
        if (randomInt(20) === 0) await client.post('/sandbox-simulations').catch(() => undefined);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, caller));
  };

  const allTransfersOf = async (party: string): Promise<HalBody[]> => {
    const found: HalBody[] = [];
    for (let next: string | undefined = `${party}/transfers?limit=200`; next !== undefined;) {
      const { body }: { body: HalBody } = await client.get(next);
      found.push(...embedded(body, 'transfers'));
      next = body._links?.['next']?.href;
    }
    return found;
  };

  it('survives them', async () => {
    for (let round = 0; round < kills; round += 1) {
      let going = true;
      const running = load(() => going);
      await delay(randomInt(100, 1_500));
      if (round % 2 === 0) {
        await suite.kill();
        going = false;
        await running;
        await client.close();
        client = await suite.start();
      } else {
        process.kill(await suite.postgresPid(), 'SIGKILL');
        await until('the suite to serve again by itself', async () =>
          (await client.get('/accounts/' + client.connection.accountId)).status === 200 ? true : undefined,
        );
        going = false;
        await running;
      }
    }
  }, 1_800_000);

  it('loses and doubles no transfer: each order is one, where its first answer said', async () => {
    for (const order of orders) {
      await until('the repeat to be answered', async () => {
        await send(order);
        return order.location;
      });
    }
    expect(new Set(orders.map(({ location }) => location)).size).toBe(orders.length);
    const listed = new Set(
      (await Promise.all(holders.map(({ customer }) => allTransfersOf(customer)))).flat().map(({ id }) => id),
    );
    // Each holder's opening deposit comes on top.
    expect(listed.size).toBe(orders.length + HOLDERS);
  }, 600_000);

  it('finishes what was begun, and every cent is where the transfers say', async () => {
    await until('nothing to be left pending', async () => {
      const { body } = await client.post('/sandbox-simulations');
      return body.total === 0 ? true : undefined;
    });
    const transfers = new Map<string, HalBody>();
    for (const { customer } of holders) {
      for (const transfer of await allTransfersOf(customer)) transfers.set(String(transfer.id), transfer);
    }
    const flows = [...transfers.values()].map((transfer) => {
      expect(transfer.status).toBe('processed');
      const end = (side: 'source' | 'destination') =>
        transfer._links?.[`${side}-funding-source`]?.href ?? hrefOf(transfer, side);
      return { minor: cents(transfer['amount']), source: end('source'), destination: end('destination') };
    });
    let total = 0n;
    for (const { customer, balance } of holders) {
      const isHere = (end: string) => end === balance || end === customer;
      const sum = (side: 'source' | 'destination') =>
        flows.filter((flow) => isHere(flow[side])).reduce((minor, flow) => minor + flow.minor, 0n);
      const expected = sum('destination') - sum('source');
      expect(BigInt((await availableOf(client, balance)).replace('.', ''))).toBe(expected);
      total += expected;
    }
    const banks = new Set(holders.map(({ bank }) => bank));
    const moved = (side: 'source' | 'destination') =>
      flows.filter((flow) => banks.has(flow[side])).reduce((minor, flow) => minor + flow.minor, 0n);
    expect(total).toBe(moved('source') - moved('destination'));
    expect((await client.get('/ledger/trial-balance')).body['balanced']).toBe(true);
  }, 600_000);

  it('leaves no event out at the subscriber', async () => {
    const isParty = ({ body }: Order) =>
      holders.some(({ balance }) => balance === body._links.destination.href) &&
      holders.some(({ balance }) => balance === body._links.source.href);
    for (const order of orders) {
      const id = idOf(String(order.location));
      const expected = isParty(order)
        ? [
            'customer_transfer_completed',
            'customer_transfer_completed',
            'customer_transfer_created',
            'customer_transfer_created',
          ]
        : ['customer_bank_transfer_completed', 'customer_bank_transfer_created'];
      await until(`the events of ${id}`, () => {
        const topics = subscriber.topicsOf(id).sort();
        return JSON.stringify(topics) === JSON.stringify(expected) ? true : undefined;
      });
    }
    expect(subscriber.deliveries.every(({ genuine }) => genuine)).toBe(true);
  }, 600_000);
});
