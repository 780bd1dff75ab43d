import type { Route } from '@halyard/contracts';
import { type PublicRoute, publicRoutes } from '@halyard/public-api';
import { newId } from '@halyard/core';
import type { HalAnswer, HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  bankAccount,
  fundedHolder,
  type Holder,
  idOf,
  newHolder,
  personalCustomer,
  transferOf,
} from '../support/journeys.js';
import { PostgresAdmin } from '../support/postgres-admin.js';
import type { BreakableSuite } from './breakable-suite.js';

interface Fault {
  readonly what: string;
  readonly begin: () => Promise<unknown>;
  readonly end: () => Promise<unknown>;
  /** Whether the fault stops everything that stores something, or only movements of money. */
  readonly reaches: 'all' | 'money';
}

/** Routes whose answers do not end, or wait until something happens. */
const isEndless = (name: PublicRoute): boolean =>
  publicRoutes[name].kind === 'stream' || name === 'pullSubscriptionEvents';
const routes = (Object.keys(publicRoutes) as PublicRoute[]).filter((name) => !isEndless(name));

/** Whichever store is away, a client gets 503 with the time to try again, and its repeat has one effect. */
export const unavailable = (suite: BreakableSuite): void =>
  suite.part('while a store is away', () => {
    let postgres: PostgresAdmin;
    let client: HalClient;
    let sender: Holder;
    let receiver: Holder;
    let stranger: Holder;
    let ids: Readonly<Record<string, string>>;
    let token: string;

    beforeAll(async () => {
      postgres = new PostgresAdmin(suite.running);
      client = await suite.running.client();
      sender = await fundedHolder(client, '500.00');
      stranger = await fundedHolder(client, '500.00');
      receiver = await newHolder(client);
      const transfer = await client.create('/transfers', transferOf(sender.balance, receiver.balance, '1.00'));
      const subscription = await client.create('/webhook-subscriptions', {
        url: 'https://example.com/a',
        secret: 'secret',
      });
      ids = {
        accounts: client.connection.accountId,
        customers: idOf(sender.customer),
        'funding-sources': idOf(sender.balance),
        transfers: idOf(transfer),
        payments: idOf(transfer),
        'webhook-subscriptions': idOf(subscription),
      };
      token = await client.accessToken();
    });
    afterAll(() => client.close());

    const signalPostgres = async (signal: NodeJS.Signals): Promise<void> =>
      void process.kill(await suite.running.postgresPid(), signal);

    /** Signals the server with all processes of its sessions. */
    const signalServer = async (signal: NodeJS.Signals): Promise<void> =>
      void process.kill(-(await suite.running.postgresPid()), signal);

    const faults: readonly Fault[] = [
      {
        what: 'the event store has ended',
        begin: () => suite.running.stopEventStore(),
        end: () => Promise.resolve(suite.running.startEventStore()),
        reaches: 'money',
      },
      {
        what: 'the event store answers nothing',
        begin: () => Promise.resolve(suite.running.signalEventStore('SIGSTOP')),
        end: () => Promise.resolve(suite.running.signalEventStore('SIGCONT')),
        reaches: 'money',
      },
      {
        what: 'Postgres lets nobody in',
        begin: () => postgres.limitConnections(0),
        end: () => postgres.limitConnections(-1),
        reaches: 'all',
      },
      {
        what: 'Postgres answers nothing',
        begin: () => signalServer('SIGSTOP'),
        end: () => signalServer('SIGCONT'),
        reaches: 'all',
      },
      {
        what: 'Postgres refuses to write',
        begin: () => postgres.refuseWrites(true),
        end: () => postgres.refuseWrites(false),
        reaches: 'all',
      },
      {
        what: 'Postgres has ended, and is started again',
        begin: () => signalPostgres('SIGKILL'),
        end: () => Promise.resolve(),
        reaches: 'all',
      },
    ];

    const bodies: Partial<Record<PublicRoute, () => object>> = {
      createToken: () => ({ grant_type: 'client_credentials' }),
      revokeToken: () => ({ token: 'x' }),
      introspectToken: () => ({ token: 'x' }),
      openAccount: () => ({ name: 'Other', application: { key: randomUUID(), secret: randomUUID() } }),
      createCustomer: personalCustomer,
      updateCustomer: () => ({ phone: '5155550100' }),
      createCustomerFundingSource: () => bankAccount(),
      createAccountFundingSource: () => bankAccount(),
      updateFundingSource: () => ({ name: 'Other' }),
      // Without a key, a request that was answered 503 may take effect later, so this one concerns nobody whose
      // transfers are counted.
      createTransfer: () => transferOf(stranger.balance, receiver.balance, '1.00'),
      cancelTransfer: () => ({ status: 'cancelled' }),
      createWebhookSubscription: () => ({ url: 'https://example.com/b', secret: 'secret' }),
      updateWebhookSubscription: () => ({ paused: true }),
      eraseCustomer: () => ({ reason: 'asked for' }),
      setLegalHold: () => ({ reason: 'asked for' }),
    };

    function send(name: PublicRoute): Promise<HalAnswer> {
      const { method, path }: Route = publicRoutes[name];
      const collection = path.split('/')[path.startsWith('/operations/') ? 2 : 1] ?? '';
      const at = path.replace(':id', ids[collection] ?? newId()).replaceAll(/:\w+/g, newId());
      const body = bodies[name]?.() ?? {};
      return client.raw(
        method,
        at,
        {
          accept: 'application/vnd.service.v1.hal+json, */*',
          authorization: `Bearer ${token}`,
          ...(method === 'POST' && { 'content-type': 'application/json' }),
        },
        method === 'POST' ? JSON.stringify(body) : undefined,
      );
    }

    /**
     * An answer that no client may see during an outage: another 5xx, or 503 without the time to try again. A request
     * that hangs may also take too long, which has a code of its own (reference facts, section 14).
     */
    const isWrong = ({ status, headers, body }: HalAnswer): boolean =>
      status >= 500 &&
      body.code !== 'RequestTimeout' &&
      (status !== 503 || !/^\d+$/.test(String(headers['retry-after'])));

    const keyed = (
      owner: string,
    ): readonly (readonly [key: string, path: string, body: object, reach: 'all' | 'money'])[] => [
      [randomUUID(), '/transfers', transferOf(sender.balance, receiver.balance, '1.00'), 'money'],
      [randomUUID(), '/transfers', transferOf(sender.balance, sender.bank, '1.00'), 'money'],
      [randomUUID(), '/customers', personalCustomer(), 'all'],
      [randomUUID(), `${owner}/funding-sources`, bankAccount(), 'all'],
      [randomUUID(), '/webhook-subscriptions', { url: 'https://example.com/c', secret: 'secret' }, 'all'],
    ];

    it.each(faults.map((fault) => [fault.what, fault] as const))(
      '%s: every route answers 503 and when to try again, or what it can without, and a repeat has one effect',
      async (_what, { begin, end, reaches }) => {
        const transfers = async (): Promise<number> =>
          (await client.get(`${sender.customer}/transfers`)).body.total ?? Number.NaN;
        const before = await transfers();
        const asked = keyed(await client.create('/customers', personalCustomer()));
        await begin();
        // All requests are sent at once, because each of them may wait as long as a request may.
        const [first, seen] = await Promise.all([
          Promise.all(asked.map(([idempotencyKey, path, body]) => client.post(path, body, { idempotencyKey }))),
          Promise.all(routes.map(async (name) => [name, await send(name)] as const)),
        ]);
        await end();
        expect(first.filter(isWrong)).toEqual([]);
        expect(
          seen.filter(([, answer]) => isWrong(answer)).map(([name, { status, body }]) => [name, status, body]),
        ).toEqual([]);
        if (reaches === 'money') expect([first[0]?.status, first[1]?.status]).not.toContain(201);

        const repeated = await Promise.all(
          asked.map(([idempotencyKey, path, body]) =>
            waitFor(`POST ${path} to be carried out`, async () => {
              const answer = await client.post(path, body, { idempotencyKey });
              return answer.status === 503 || answer.status === 409 ? undefined : answer;
            }),
          ),
        );
        expect(repeated.filter(({ status }) => status !== 201)).toEqual([]);
        for (const [at, { status, location }] of first.entries()) {
          if (status === 201) expect(repeated[at]?.location).toBe(location);
        }
        expect(await waitFor('the list to be read', transfers)).toBe(before + 2);
      },
    );
  });
