// Runs: embedded
import { expectEventually, waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { HalClient } from '@halyard/suite/client';
import { ClockAccount } from './support/clock-account.js';
import { hrefOf, idOf, newHolder, personalCustomer, transferOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';
import { Subscriber } from './support/subscriber.js';

/** Two seconds before a cut-off on a banking day long ago, by the system's time. */
const BEFORE_CUT_OFF = '2026-03-02T21:59:58.000Z';
const CUT_OFF = '2026-03-02T22:00:00.000Z';

describe('an account whose clock stands', () => {
  let shared: SharedSuite;
  let frozen: ClockAccount;
  let subscriber: Subscriber;
  let transfer: string;
  let subscription: string;

  beforeAll(async () => {
    shared = await SharedSuite.join('frozen clock');
    subscriber = await Subscriber.listen();
    frozen = await ClockAccount.frozenAt(shared.operator, 'frozen clock', BEFORE_CUT_OFF);
    const hook = { url: subscriber.url, secret: subscriber.secret };
    subscription = await frozen.client.create('/webhook-subscriptions', hook);
    transfer = await debit(frozen);
  });
  afterAll(async () => {
    await frozen.close();
    await subscriber.close();
    await shared.leave();
  });

  const debit = async ({ client }: ClockAccount): Promise<string> => {
    const { bank, balance } = await newHolder(client);
    return client.create('/transfers', transferOf(bank, balance, '5.00'));
  };
  const bankEntries = async (account: ClockAccount, of: string) => {
    const { body } = await account.client.get(of);
    const entries = await account.all(hrefOf(body, 'timeline'), 'entries');
    return entries.filter(({ kind }) => kind === 'bank').map(({ at, did }) => ({ did, at: String(at) }));
  };

  it('has nothing due, also once the same moment has come by itself to an account whose clock runs', async () => {
    const running = await ClockAccount.frozenAt(shared.operator, 'running clock', BEFORE_CUT_OFF);
    const beside = await debit(running);
    await running.change({ mode: 'running' });
    await expectEventually(async () => {
      const [entry] = await bankEntries(running, beside);
      expect(entry?.did).toBe('submitted');
      expect(entry !== undefined && entry.at >= CUT_OFF).toBe(true);
    });
    expect(await bankEntries(frozen, transfer)).toEqual([]);
    const { now, nextDue, status } = await frozen.clock();
    const due = { at: CUT_OFF, what: 'standard-cut-off' };
    expect({ now, nextDue, status }).toEqual({ now: BEFORE_CUT_OFF, nextDue: due, status: 'ready' });
    await frozen.quiet();
    await running.close();
  });

  it('gets tokens, and its webhooks are told and told again', async () => {
    const client = await HalClient.open(frozen.client.connection);
    const customer = await client.create('/customers', personalCustomer());
    await frozen.quiet();
    expect(subscriber.topicsOf(idOf(customer))).toEqual(['customer_created', 'customer_verified']);
    const [webhook] = await frozen.all(`${subscription}/webhooks`, 'webhooks');
    const before = subscriber.deliveries.length;
    expect((await client.post(`${hrefOf(webhook)}/retries`, {})).status).toBe(201);
    await waitFor('it to be told again', () => subscriber.deliveries.length === before + 1);
    const { body } = await client.get(hrefOf(webhook));
    const [attempt] = body['attempts'] as readonly { readonly request: { readonly timestamp: string } }[];
    // Attempts bear the system's time, which goes on.
    expect(Date.parse(attempt?.request.timestamp ?? '')).toBeGreaterThan(Date.parse(CUT_OFF));
    await client.close();
  });
});
