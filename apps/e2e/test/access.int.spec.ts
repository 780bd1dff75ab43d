// Runs: embedded
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Route } from '@halyard/contracts';
import { publicRoutes } from '@halyard/public-api';
import type { HalClient } from '@halyard/suite/client';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent } from 'undici';
import { personToken } from './support/first-party.js';
import type { Holder } from './support/journeys.js';
import { companyBody, embedded, fundedHolder, idOf, ownerBody, transferOf } from './support/journeys.js';
import { newCustomerToProve, uploadDocument } from './support/documents.js';
import { invitedPerson, newPerson } from './support/people.js';
import { SharedSuite } from './support/shared-suite.js';
import { severalAtOnce } from './support/side-by-side.js';

const routes = Object.entries(publicRoutes);
type RouteName = keyof typeof publicRoutes;
const kindIn = (path: string): string => path.split('/')[1] ?? '';
const NOBODYS_ID = '0195b3a0-0000-7000-8000-0000000000c1';

/** What a client of the route sends and wants. */
function typesOf(route: Route): { readonly accept: string; readonly 'content-type': string } {
  const [takes = 'application/json'] = route.kind === 'plain' ? [] : route.takes;
  const [gives = 'application/vnd.service.v1.hal+json'] = route.kind === 'plain' ? [] : route.gives;
  return { accept: gives, 'content-type': takes };
}

describe('access', () => {
  let shared: SharedSuite;
  let owner: HalClient;
  let stranger: HalClient;
  /** A resource of the owner for each kind that routes name, by the first word of their paths. */
  let ids: Readonly<Record<string, string>>;
  let holder: Holder;

  beforeAll(async () => {
    shared = await SharedSuite.join('Stranger');
    stranger = shared.client;
    owner = await openSandboxAccount(shared.operator, 'Owner');
    holder = await fundedHolder(owner, '20.00');
    const transfer = await owner.create('/transfers', transferOf(holder.balance, holder.bank, '1.00'));
    const subscription = await owner.create('/webhook-subscriptions', { url: 'https://example.com/', secret: 's' });
    const owned = await owner.create(
      `${await owner.create('/customers', companyBody())}/beneficial-owners`,
      ownerBody(),
    );
    const event = await waitFor('an event', async () => embedded((await owner.get('/events')).body, 'events')[0]?.id);
    await owner.create('/customers', { firstName: 'Ada', lastName: 'Byron', email: `${randomUUID()}@example.com` });
    const webhook = await waitFor('a webhook', async () => {
      const { body } = await owner.get(`/webhook-subscriptions/${idOf(subscription)}/webhooks`);
      return embedded(body, 'webhooks')[0]?.id;
    });
    const replay = await owner.create(`${subscription}/replays`, {});
    const simulated = (await owner.post('/sandbox-simulations')).body._links?.['transfers']?.href;
    const sent = await waitFor(
      'a request',
      async () => embedded((await owner.get('/requests')).body, 'requests')[0]?.id,
    );
    ids = {
      accounts: owner.connection.accountId,
      applications: idOf(
        await owner.create('/applications', { name: 'Other', kind: 'server', scopes: ['transactions'] }),
      ),
      'bank-files': embedded((await owner.get('/bank-files')).body, 'bank-files')[0]?.id ?? '',
      'beneficial-owners': idOf(owned),
      customers: idOf(holder.customer),
      events: event ?? '',
      documents: idOf(await uploadDocument(owner, await newCustomerToProve(owner))),
      'funding-sources': idOf(holder.bank),
      'on-demand-authorizations': idOf(
        (await owner.post('/on-demand-authorizations', {})).body._links?.['self']?.href ?? '',
      ),
      invitations: idOf(
        await owner.create('/invitations', { email: `${randomUUID()}@example.com`, name: 'Grace', role: 'viewer' }),
      ),
      payments: idOf(transfer),
      people: await newPerson(shared.suite, owner),
      replays: idOf(replay),
      requests: sent ?? '',
      'sandbox-clock': idOf(await owner.create('/sandbox-clock/advances', { by: 'PT1H' })),
      'sandbox-simulations': simulated?.split('/').at(-2) ?? '',
      transfers: idOf(transfer),
      'webhook-subscriptions': idOf(subscription),
      webhooks: webhook ?? '',
    };
  });

  afterAll(() => Promise.all([owner.close(), shared.leave()]));

  const pathOf = (name: string): string => {
    const { path } = publicRoutes[name as RouteName];
    return path.replace(':id', ids[kindIn(path)] ?? NOBODYS_ID);
  };
  const bodyOf = (method: string): string | undefined => (method === 'POST' ? '{"name":"x"}' : undefined);
  const call = async (client: HalClient, name: string, method: string, token: string) =>
    client.raw(
      method,
      pathOf(name),
      {
        ...typesOf(publicRoutes[name as RouteName]),
        authorization: `Bearer ${token}`,
      },
      bodyOf(method),
    );

  // What operators name belongs to no account (see the scopes above), and what is published to everybody.
  const PUBLISHED = 'business-classifications';
  const named = routes.filter(
    ([, { path, access }]) =>
      path.includes(':id') && access !== 'operator' && access !== 'anyone' && kindIn(path) !== PUBLISHED,
  );

  it('knows a resource for every route that names one', () => {
    expect([...new Set(named.map(([, { path }]) => kindIn(path)))].sort()).toEqual(Object.keys(ids).sort());
  });

  describe('of another account', () => {
    const answers = new Map<string, readonly unknown[]>();
    beforeAll(async () => {
      const token = await stranger.accessToken();
      await severalAtOnce(named, async ([name, { method }]) => {
        const { status, body } = await call(stranger, name, method, token);
        answers.set(name, [status, body.code]);
      });
    });

    it.each(named)('%s is not found', (name) => {
      expect(answers.get(name)).toEqual([404, 'NotFound']);
    });
  });

  it('the owner of another account finds nothing of this one', async () => {
    const login = await invitedPerson(shared.suite, stranger, 'owner');
    const { baseUrl, caFile = '' } = stranger.connection;
    const dispatcher = new Agent({ connect: { ca: await readFile(caFile, 'utf8') } });
    const token = await personToken(baseUrl, login, dispatcher);
    await dispatcher.close();
    const found: string[] = [];
    await severalAtOnce(named, async ([name, { method, people, access }]) => {
      if (people === 'nobody' || access === 'linking') return;
      const { status, body } = await call(stranger, name, method, token);
      if (status !== 404) found.push(`${name} ${status} ${body.code ?? ''}`);
    });
    expect(found).toEqual([]);
  });

  it('another account cannot move money of this one', async () => {
    for (const [source, destination] of [
      [holder.balance, holder.bank],
      [holder.bank, holder.balance],
    ] as const) {
      const { status, body } = await stranger.post('/transfers', transferOf(source, destination, '1.00'));
      expect([status, body.code]).toEqual([400, 'ValidationError']);
    }
    expect((await owner.get(`${holder.balance}/balance`)).body['balance']).toEqual({ value: '19.00', currency: 'USD' });
  });

  it('another account does not see it in its lists', async () => {
    for (const path of ['/customers', '/events?limit=200', '/webhook-subscriptions']) {
      const { body } = await stranger.get(path);
      expect(JSON.stringify(body)).not.toContain(idOf(holder.customer));
    }
  });

  it.each([
    '/ledger/trial-balance',
    '/operations/transfers/parked-keys',
    '/operations/funding-sources/parked-keys',
    '/operations/webhooks/parked-keys',
    '/operations/transfers/read-models',
    '/operations/funding-sources/read-models',
    '/operations/webhooks/read-models',
    '/operations/webhooks/skipped-messages',
    '/operations/health',
  ])('only the operator sees %s', async (path) => {
    expect((await stranger.get(path)).status).toBe(403);
    expect((await shared.operator.get(path)).status).toBe(200);
  });
});
