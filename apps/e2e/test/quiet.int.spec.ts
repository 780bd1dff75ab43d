// Runs: both
import type { HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { balanceOf, embedded, hrefOf, idOf, newHolder, transferOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';
import { Subscriber } from './support/subscriber.js';

describe('GET /sandbox-quiet', () => {
  let shared: SharedSuite;
  let client: HalClient;
  let subscriber: Subscriber;
  /** The account's events before there was a subscription. */
  let before: number;

  beforeAll(async () => {
    shared = await SharedSuite.join('quiet');
    ({ client } = shared);
    subscriber = await Subscriber.listen();
    before = Number((await ask()).body['events']);
    await client.create('/webhook-subscriptions', { url: subscriber.url, secret: subscriber.secret });
  });
  afterAll(async () => {
    await shared.leave();
    await subscriber.close();
  });

  const ask = async (query = '') => {
    const { status, body } = await client.get(`/sandbox-quiet${query}`);
    return { status, body };
  };
  const faultsOf = async (query: string) => {
    const { status, body } = await ask(query);
    return [status, embedded(body, 'errors').map(({ code, path }) => `${String(code)} ${String(path)}`)];
  };

  it('answers once all events and deliveries are there', async () => {
    const { customer, bank } = await newHolder(client);
    const transfer = await client.create('/transfers', transferOf(bank, await balanceOf(client, customer), '5.00'));
    await client.post('/sandbox-simulations', {});
    const { status, body } = await ask();
    // Nothing here waits or asks twice: that is what the answer is for.
    expect([status, body]).toMatchObject([200, { quiet: true }]);
    expect(body).not.toHaveProperty('waitingFor');
    const { body: events } = await client.get('/events?limit=200');
    expect(events['total']).toBe(body['events']);
    const told = embedded(events, 'events').slice(0, Number(body['events']) - before);
    expect(subscriber.deliveries.map(({ id }) => id).toSorted()).toEqual(told.map(({ id }) => id).toSorted());
    expect(subscriber.topicsOf(idOf(transfer))).toEqual([
      'customer_bank_transfer_created',
      'customer_bank_transfer_completed',
    ]);
    expect(hrefOf(body, 'clock')).toMatch(/\/sandbox-clock$/);
  });

  it('is quick where nothing happened since', async () => {
    await ask();
    const beganMs = performance.now();
    expect((await ask()).body).toMatchObject({ quiet: true });
    expect(performance.now() - beganMs).toBeLessThan(1_000);
  });

  it('answers although new transfers come without end', async () => {
    const { customer, bank } = await newHolder(client);
    const balance = await balanceOf(client, customer);
    let goesOn = true;
    const caller = async (): Promise<void> => {
      while (goesOn) await client.create('/transfers', transferOf(bank, balance, '0.01'));
    };
    const callers = [caller(), caller(), caller()];
    try {
      expect((await ask('?wait=30')).body).toMatchObject({ quiet: true });
    } finally {
      goesOn = false;
      await Promise.all(callers);
    }
  });

  it('says what it still waits for when its time is over', async () => {
    let answer = (): void => undefined;
    subscriber.hold(new Promise<void>((resolve) => (answer = resolve)));
    try {
      await newHolder(client);
      const { body } = await ask('?wait=1');
      expect(body).toMatchObject({ quiet: false, waitingFor: [{ what: 'delivery', example: { href: webhook } }] });
    } finally {
      answer();
    }
    expect((await ask()).body).toMatchObject({ quiet: true });
  });

  it('refuses what it does not know', async () => {
    expect(await faultsOf('?wait=31')).toEqual([400, ['Invalid /query/wait']]);
    expect(await faultsOf('?wait=x&waiting=1')).toEqual([400, ['NotAllowed /query/waiting', 'Invalid /query/wait']]);
  });
});

const webhook = expect.stringMatching(/\/webhooks\/[\da-f-]{36}$/) as unknown;
