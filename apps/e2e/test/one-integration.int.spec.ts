// Runs: embedded
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Route } from '@halyard/contracts';
import { publicRoutes } from '@halyard/public-api';
import type { HalAnswer, HalClient } from '@halyard/suite/client';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { printHowLong, waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent } from 'undici';
import { decideOn } from './support/integration.js';
import { invitedPerson } from './support/people.js';
import { personToken } from './support/first-party.js';
import { embedded, fundedHolder, type Holder, idOf, personalCustomer, transferOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const CALLBACK = 'http://localhost:3000/callback';
const SCOPES = ['openid', 'send', 'transactions', 'funding', 'managecustomers', 'accountinfofull'];

interface Side {
  /** Its own application. */
  readonly client: HalClient;
  readonly holder: Holder;
  /** From its bank to its balance. */
  readonly transfer: string;
  /** What the integration got from its owner. */
  readonly token: string;
  /** What the command line got from its owner, who sees every application of the account. */
  readonly ofOwner: string;
}

/** Everything is done in both accounts at once, by the same names and under the same keys. */
describe('an integration that acts for two accounts', () => {
  let shared: SharedSuite;
  let second: HalClient;
  let dispatcher: Agent;
  let application: string;
  let sides: readonly [Side, Side];
  /** What one account has that the other must not see. */
  const owned = new Map<Side, string[]>();

  beforeAll(async () => {
    shared = await SharedSuite.join('First');
    second = await openSandboxAccount(shared.operator, 'Second');
    const { caFile = '', baseUrl } = shared.client.connection;
    dispatcher = new Agent({ connect: { ca: await readFile(caFile, 'utf8') } });
    const given = { name: 'Both', kind: 'integration', redirectUrls: [CALLBACK], scopes: SCOPES };
    application = idOf(await shared.client.create('/applications', given));
    await decideOn(shared.operator, application, 'approvals', { permissions: 'read-write-transact' });
    const secrets = await shared.client.post(
      `/applications/${application}/secrets`,
      {},
      { idempotencyKey: randomUUID() },
    );
    const keys = { client_id: application, client_secret: String(secrets.body['secret']) };
    const asked = { ...keys, redirect_uri: CALLBACK, scope: SCOPES.join(' ') };
    const sideOf = async (client: HalClient): Promise<Side> => {
      const login = await invitedPerson(shared.suite, client, 'owner');
      const holder = await fundedHolder(client, '20.00');
      const token = await personToken(baseUrl, login, dispatcher, asked);
      const { body } = await client.get(`${holder.customer}/transfers`);
      const transfer = embedded(body, 'transfers')[0]?.id ?? '';
      return { client, holder, transfer, token, ofOwner: await personToken(baseUrl, login, dispatcher) };
    };
    sides = [await sideOf(shared.client), await sideOf(second)];
    for (const side of sides) {
      const { customer, bank, balance } = side.holder;
      owned.set(side, [...[customer, bank, balance].map(idOf), side.transfer, side.client.connection.accountId]);
    }
  });
  afterAll(async () => {
    await Promise.all([dispatcher.close(), second.close(), shared.leave()]);
  });

  const as = (token: string, key?: string) => ({
    headers: { authorization: `Bearer ${token}` },
    ...(key !== undefined && { idempotencyKey: key }),
  });
  const inBoth = <Result>(act: (side: Side) => Promise<Result>) =>
    Promise.all(sides.map(act)) as Promise<[Result, Result]>;
  /** What an answer shows of the other account. */
  const strange = (side: Side, { body }: Pick<HalAnswer, 'body'>): string[] => {
    const text = JSON.stringify(body);
    const others = sides.filter((one) => one !== side).flatMap((one) => owned.get(one) ?? []);
    return others.filter((id) => text.includes(id));
  };

  it('makes one thing in each under one key, with one e-mail address', async () => {
    const key = randomUUID();
    const person = personalCustomer();
    const make = ({ client, token }: Side) => client.create('/customers', person, as(token, key));
    const made = await inBoth(make);
    expect(made[0]).not.toBe(made[1]);
    expect(await inBoth(make)).toEqual(made);
    sides.forEach((side, n) => owned.get(side)?.push(idOf(made[n] ?? '')));
    const email = encodeURIComponent(person.email);
    const found = await inBoth(({ client, token }) => client.get(`/customers?email=${email}`, as(token)));
    expect(found.map(({ body }) => embedded(body, 'customers').map(({ id }) => id))).toEqual(
      made.map((location) => [idOf(location)]),
    );
  });

  it('moves the money of each, which tells its own story alone', async () => {
    const key = randomUUID();
    const moved = await inBoth(({ client, token, holder: { balance, bank } }) =>
      client.create('/transfers', transferOf(balance, bank, '1.00'), as(token, key)),
    );
    sides.forEach((side, n) => owned.get(side)?.push(idOf(moved[n] ?? '')));
    for (const [n, side] of sides.entries()) {
      const { client, token } = side;
      const answer = await client.get(`${moved[n] ?? ''}/timeline`, as(token));
      const request = embedded(answer.body, 'entries').find(({ kind }) => kind === 'request');
      expect(request).toMatchObject({ key: true, person: { 'resource-type': 'person' } });
      owned.get(side)?.push(idOf((request?.['person'] as { readonly href: string }).href));
      expect(strange(side, answer)).toEqual([]);
    }
    const uses = await inBoth(({ client, ofOwner }) => client.get(`/idempotency-keys/${key}`, as(ofOwner)));
    for (const [n, side] of sides.entries()) expect(strange(side, uses[n] ?? { body: {} })).toEqual([]);
  });

  it('is in the log of requests of the account for which it asked', async () => {
    const sent = await inBoth(async ({ client, token }) => {
      const { headers } = await client.get('/accounts/nobody', as(token));
      return String(headers['x-request-id']);
    });
    for (const [n, side] of sides.entries()) {
      const answer = await printHowLong('a request is in the log of requests', 2, () =>
        waitFor('it to be recorded', async () => {
          const found = await side.client.get(`/requests?application=${application}&limit=200`);
          return embedded(found.body, 'requests').some(({ id }) => id === sent[n]) && found;
        }),
      );
      expect(strange(side, answer)).toEqual([]);
      expect(JSON.stringify(answer.body)).not.toContain(sent[1 - n]);
      expect(await side.client.get(`/requests/${sent[1 - n] ?? ''}`)).toMatchObject({ status: 404 });
    }
  });

  it('finds in each what is there', async () => {
    const found = async ({ client, token }: Side, text: string) =>
      embedded((await client.get(`/search?q=${text}`, as(token))).body, 'results').map(({ id }) => id);
    for (const [n, side] of sides.entries()) {
      const other = sides[1 - n] ?? side;
      for (const place of ['customer', 'bank', 'balance'] as const) {
        const [own, strangers] = [idOf(side.holder[place]), idOf(other.holder[place])];
        await waitFor('it to be found', async () => (await found(side, own)).includes(own));
        expect(await found(side, strangers)).toEqual([]);
      }
    }
  });

  const guarded = Object.entries<Route>(publicRoutes).filter(
    ([, { kind, access }]) => kind === 'plain' && !['anyone', 'linking', 'operator'].includes(access),
  );
  const placeOf: Readonly<Record<string, (side: Side) => string>> = {
    accounts: ({ client }) => client.connection.accountId,
    customers: ({ holder }) => idOf(holder.customer),
    'funding-sources': ({ holder }) => idOf(holder.bank),
    transfers: ({ transfer }) => transfer,
    payments: ({ transfer }) => transfer,
  };
  const named = guarded.filter(([, { path }]) => path.includes(':id') && (path.split('/')[1] ?? '') in placeOf);

  it('finds nothing of one account with the token of the other, on any route', async () => {
    expect(named.length).toBeGreaterThan(30);
    for (const side of sides) {
      const other = sides.find((one) => one !== side) ?? side;
      const found: string[] = [];
      for (const [name, { path, method }] of named) {
        const id = placeOf[path.split('/')[1] ?? '']?.(other) ?? '';
        const headers = { authorization: `Bearer ${side.token}`, 'content-type': 'application/json' };
        const body = method === 'POST' ? '{"name":"x"}' : undefined;
        const { status } = await side.client.raw(method, path.replace(':id', id), headers, body);
        if (status !== 404 && status !== 403) found.push(`${name} ${status}`);
      }
      expect(found).toEqual([]);
    }
  });

  it.each(['token', 'ofOwner'] as const)('lists of each account what belongs to it: by %s', async (which) => {
    // The log of requests names whatever was asked for, there or not.
    const lists = guarded.filter(([, { path, method }]) => method === 'GET' && !/:|^\/requests/.test(path));
    const own = named.filter(([, { method }]) => method === 'GET');
    const mixed: string[] = [];
    for (const side of sides) {
      for (const [name, { path }] of [...lists, ...own]) {
        const id = placeOf[path.split('/')[1] ?? '']?.(side) ?? '';
        const headers = { authorization: `Bearer ${side[which]}` };
        const answer = await side.client.raw('GET', path.replace(':id', id), headers);
        if (strange(side, answer).length > 0) mixed.push(name);
      }
    }
    expect(mixed).toEqual([]);
  });
});
