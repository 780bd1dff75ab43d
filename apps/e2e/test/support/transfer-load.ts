import type { HalBody, HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { expect } from '@jest/globals';
import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { availableOf, embedded, fundedHolder, type Holder, hrefOf, idOf, transferOf } from './journeys.js';
import { Subscriber } from './subscriber.js';

/** Far more money than the orders of a long run can take from one holder. */
const OPENING = '5000.00';
const HOLDERS = 6;
const CALLERS = 8;
/** Without this pause, callers of a gateway that is down would order thousands of transfers a second. */
const PAUSE_AFTER_FAILURE_MS = 50;
const PARTY_EVENTS = ['customer_transfer_created', 'customer_transfer_completed'];
const BANK_EVENTS = ['customer_bank_transfer_created', 'customer_bank_transfer_completed'];

interface Order {
  readonly key: string;
  readonly body: ReturnType<typeof transferOf>;
  /** The Location of the first 201; undefined until somebody was told one. */
  location?: string;
}

const cents = (value: unknown): bigint => BigInt(String((value as { value: string }).value).replace('.', ''));

/**
 * Transfers of all kinds between a few holders, sent while processes come and go. Afterwards some things must be true,
 * whatever happened: no acknowledged transfer is lost or doubled, every transfer that began is finished, every cent is
 * where the transfers say, and the subscriber has heard everything.
 */
export class TransferLoad {
  private readonly orders: Order[] = [];

  private constructor(
    public client: HalClient,
    private readonly holders: readonly Holder[],
    private readonly subscriber: Subscriber,
    /** The address of the subscription. */
    private readonly subscription: string,
  ) {}

  static async prepare(client: HalClient): Promise<TransferLoad> {
    const subscriber = await Subscriber.listen();
    const hook = { url: subscriber.url, secret: subscriber.secret };
    const subscription = await client.create('/webhook-subscriptions', hook);
    const holders = await Promise.all(Array.from({ length: HOLDERS }, () => fundedHolder(client, OPENING)));
    await client.post('/sandbox-simulations');
    return new TransferLoad(client, holders, subscriber, subscription);
  }

  /** Ends the subscription as well, because nobody may send to a subscriber that has gone. */
  async close(): Promise<void> {
    await this.client.delete(this.subscription);
    await this.client.close();
    await this.subscriber.close();
  }

  /** Runs callers that keep ordering. They accept lost connections and 5xx, but no refusals. */
  async run(
    going: () => boolean,
    onAnswer: (status: number, location: string | undefined) => void = () => undefined,
    callers = CALLERS,
  ): Promise<void> {
    const caller = async () => {
      while (going()) {
        const order = this.newOrder();
        this.orders.push(order);
        try {
          onAnswer(await this.send(order), order.location);
        } catch (error) {
          if (error instanceof Error && error.message.startsWith('4')) throw error;
          await delay(PAUSE_AFTER_FAILURE_MS);
        }
        if (randomInt(20) === 0) await this.client.post('/sandbox-simulations').catch(() => undefined);
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
  }

  /** Sends one more order. @returns its status; 5xx and 409 leave the order open */
  async probe(): Promise<number> {
    const order = this.newOrder();
    this.orders.push(order);
    return this.send(order);
  }

  /** Expects that each order is one transfer, at the address from its first answer. */
  async expectNothingLostOrDoubled(): Promise<void> {
    await this.repeatAll(this.orders);
    expect(new Set(this.orders.map(({ location }) => location)).size).toBe(this.orders.length);
    const listed = await Promise.all(this.holders.map(({ customer }) => this.allTransfersOf(customer)));
    // Each holder also has its opening deposit.
    expect(new Set(listed.flat().map(({ id }) => id)).size).toBe(this.orders.length + HOLDERS);
  }

  /** Expects that all transfers are finished, and every cent is where the transfers say. */
  async expectConserved(): Promise<void> {
    await this.settle();
    const transfers = new Map<string, HalBody>();
    for (const { customer } of this.holders) {
      for (const transfer of await this.allTransfersOf(customer)) transfers.set(String(transfer.id), transfer);
    }
    const flows = [...transfers.values()].map((transfer) => {
      expect(transfer.status).toBe('processed');
      const end = (side: 'source' | 'destination') =>
        transfer._links?.[`${side}-funding-source`]?.href ?? hrefOf(transfer, side);
      return { minor: cents(transfer['amount']), source: end('source'), destination: end('destination') };
    });
    let total = 0n;
    for (const { customer, balance } of this.holders) {
      const isHere = (end: string) => end === balance || end === customer;
      const sum = (side: 'source' | 'destination') =>
        flows.filter((flow) => isHere(flow[side])).reduce((minor, flow) => minor + flow.minor, 0n);
      const expected = sum('destination') - sum('source');
      expect(BigInt((await availableOf(this.client, balance)).replace('.', ''))).toBe(expected);
      total += expected;
    }
    const banks = new Set(this.holders.map(({ bank }) => bank));
    const moved = (side: 'source' | 'destination') =>
      flows.filter((flow) => banks.has(flow[side])).reduce((minor, flow) => minor + flow.minor, 0n);
    expect(total).toBe(moved('source') - moved('destination'));
    expect((await this.client.get('/ledger/trial-balance')).body['balanced']).toBe(true);
  }

  /**
   * Expects that every event arrived and was signed. For each transfer, its creation came before its completion. The
   * numbers of the events have no gap, and no number stands for two events.
   */
  async expectAllHeard(): Promise<void> {
    expect(this.orders).not.toHaveLength(0);
    await this.repeatAll(this.orders.filter(({ location }) => location === undefined));
    await this.settle();
    for (const order of this.orders) {
      const id = idOf(String(order.location));
      const [created = '', completed = ''] = this.isBetweenParties(order) ? PARTY_EVENTS : BANK_EVENTS;
      const copies = this.isBetweenParties(order) ? 2 : 1;
      const expected = [...Array<string>(copies).fill(completed), ...Array<string>(copies).fill(created)];
      const topics = await waitFor(`the events of ${id}`, () => {
        const heard = this.subscriber.topicsOf(id);
        return JSON.stringify(heard.toSorted()) === JSON.stringify(expected) && heard;
      });
      expect(topics).toEqual(expected.toReversed());
    }
    expect(this.subscriber.deliveries.every(({ genuine }) => genuine)).toBe(true);
    await this.expectNumbersHeard();
  }

  private async expectNumbersHeard(): Promise<void> {
    const recorded: string[] = [];
    for (;;) {
      const { body } = await this.client.get(`${this.subscription}/events?after=${recorded.length}&limit=200`);
      const page = embedded(body, 'events');
      if (page.length === 0) break;
      const from = recorded.length + 1;
      expect(page.map((event) => event['sequence'])).toEqual(page.map((_, index) => from + index));
      recorded.push(...page.map(({ id }) => String(id)));
    }
    await waitFor('each number to be heard', () => {
      const heard = new Set(this.subscriber.deliveries.map(({ sequence }) => sequence));
      return heard.size >= recorded.length;
    });
    const strange = this.subscriber.deliveries.filter(({ id, sequence }) => recorded[sequence - 1] !== id);
    expect(strange).toEqual([]);
  }

  private async settle(): Promise<void> {
    await waitFor('nothing to be left pending', async () => {
      const { body } = await this.client.post('/sandbox-simulations');
      return body.total === 0;
    });
  }

  private async repeatAll(orders: readonly Order[]): Promise<void> {
    const open = [...orders];
    const repeater = async (): Promise<void> => {
      for (let order = open.pop(); order; order = open.pop()) await this.repeat(order);
    };
    await Promise.all(Array.from({ length: CALLERS }, repeater));
  }

  private repeat(order: Order): Promise<string> {
    return waitFor('the repeat to be answered', async () => {
      await this.send(order);
      return order.location;
    });
  }

  private isBetweenParties({ body }: Order): boolean {
    const isBalance = (href: string) => this.holders.some(({ balance }) => balance === href);
    return isBalance(body._links.source.href) && isBalance(body._links.destination.href);
  }

  private pick(): Holder {
    const holder = this.holders[randomInt(this.holders.length)];
    if (!holder) throw new Error('no holder');
    return holder;
  }

  private newOrder(): Order {
    const [from, to] = [this.pick(), this.pick()];
    const value = `0.${String(randomInt(1, 100)).padStart(2, '0')}`;
    const way = randomInt(10);
    if (way === 0 || (way > 1 && from === to)) {
      return { key: randomUUID(), body: transferOf(from.bank, from.balance, value) };
    }
    const destination = way === 1 ? from.bank : to.balance;
    return { key: randomUUID(), body: transferOf(from.balance, destination, value) };
  }

  /** @returns the status; 5xx and 409 leave the order open */
  private async send(order: Order): Promise<number> {
    const { status, location, body } = await this.client.post('/transfers', order.body, { idempotencyKey: order.key });
    if (status >= 500 || status === 409) return status;
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    if (order.location !== undefined) expect(location).toBe(order.location);
    order.location = location;
    return status;
  }

  private async allTransfersOf(party: string): Promise<HalBody[]> {
    const found: HalBody[] = [];
    for (let next: string | undefined = `${party}/transfers?limit=200`; next !== undefined;) {
      const { body }: { body: HalBody } = await this.client.get(next);
      found.push(...embedded(body, 'transfers'));
      next = body._links?.['next']?.href;
    }
    return found;
  }
}
