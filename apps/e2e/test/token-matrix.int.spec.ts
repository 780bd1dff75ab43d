// Runs: embedded
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstPartyKeys, permissions, type PublicRoute, publicRoutes, type Route } from '@halyard/contracts';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent, request } from 'undici';
import { invitedPerson } from './support/people.js';
import { personToken, postForm } from './support/first-party.js';
import { idOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const NOBODYS_ID = '0195b3a0-0000-7000-8000-0000000000c1';
const DOCUMENT = join(import.meta.dirname, '..', '..', '..', 'docs', 'openapi.json');
const CALLBACK = 'http://localhost:3000/callback';
const SCOPES = ['send', 'transactions', 'funding', 'managecustomers', 'accountinfofull'] as const;
type Category = Route['category'];

interface Operation {
  readonly operationId: PublicRoute;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-category'?: Category;
  readonly 'x-roles'?: readonly string[];
}

const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
const provedBy = (scheme: string): readonly Operation[] =>
  operations.filter(({ security }) => security.some((way) => scheme in way));
/** All that an access token opens. */
const guarded = provedBy('token');
/** What is about the person of a token. */
const personal = provedBy('openid').map(({ operationId }) => operationId);
const scopeOf = ({ security }: Operation): string => security.flatMap((way) => way['token'] ?? [])[0] ?? '';
const namesOf = (wanted: (operation: Operation) => boolean): PublicRoute[] =>
  guarded.filter(wanted).map(({ operationId }) => operationId);
const reached: Readonly<Record<string, readonly Category[]>> = {
  read: ['reads'],
  write: ['reads', 'writes'],
  'read-write-transact': ['reads', 'writes', 'moves money'],
};

/** What belongs to applications: persons who use one of somebody else do not reach it. */
const OF_APPLICATIONS =
  /^\/(?:webhook-subscriptions|webhooks|replays|events|requests|idempotency-keys|operations|application-settings)\b/;

/** Every route that a token opens, by both kinds of token, on each way on which a token is none or not enough. */
describe('a token', () => {
  let shared: SharedSuite;
  let dispatcher: Agent;
  let baseUrl: string;

  beforeAll(async () => {
    shared = await SharedSuite.join('Tokens');
    const { caFile = '', ...connection } = shared.client.connection;
    ({ baseUrl } = connection);
    dispatcher = new Agent({ connect: { ca: await readFile(caFile, 'utf8') } });
  });
  afterAll(async () => {
    await dispatcher.close();
    await shared.leave();
  });

  const invited = () => invitedPerson(shared.suite, shared.client, 'owner');
  const tokenOf = (login: Parameters<typeof personToken>[1], scope?: string): Promise<string> =>
    personToken(baseUrl, login, dispatcher, scope === undefined ? {} : { scope });

  async function newApplication(
    given: object,
  ): Promise<{ readonly client_id: string; readonly client_secret: string }> {
    const id = idOf(await shared.client.create('/applications', { name: 'Of a test', ...given }));
    const headers = { 'idempotency-key': id };
    const { body } = await shared.client.post(`/applications/${id}/secrets`, {}, { headers });
    return { client_id: id, client_secret: String(body['secret']) };
  }
  async function applicationToken(keys: Readonly<Record<string, string>>, scope?: string): Promise<string> {
    const form = { grant_type: 'client_credentials', ...keys, ...(scope !== undefined && { scope }) };
    return (await postForm<{ access_token: string }>(baseUrl, '/token', form, dispatcher)).body.access_token;
  }

  /** Status and code of an answer to a request with ids of nobody, and without a body. */
  async function answerOf(name: PublicRoute, token: string): Promise<string> {
    const route: Route = publicRoutes[name];
    const accept = route.kind === 'plain' ? 'application/vnd.service.v1.hal+json' : (route.gives[0] ?? '*/*');
    const { statusCode, body } = await request(`${baseUrl}${route.path.replaceAll(/:\w+/g, NOBODYS_ID)}`, {
      method: route.method,
      headers: { authorization: `Bearer ${token}`, accept },
      dispatcher,
    });
    if (statusCode < 400) {
      body.on('error', () => undefined).destroy();
      return String(statusCode);
    }
    const refusal = (await body.json()) as { readonly code?: string; readonly error?: string };
    return `${statusCode} ${refusal.code ?? refusal.error ?? ''}`;
  }
  /** What is done for everybody is left alone. */
  const isHarmless = ({ operationId, 'x-category': category }: Operation): boolean =>
    category === 'reads' ||
    publicRoutes[operationId].path.includes(':') ||
    publicRoutes[operationId].access !== 'operator';
  async function answered(token: string, expected: string, among: readonly PublicRoute[]): Promise<PublicRoute[]> {
    const found: PublicRoute[] = [];
    for (const name of among) if ((await answerOf(name, token)) === expected) found.push(name);
    return found;
  }
  const all = namesOf(() => true);
  const refusedEverywhere = async (token: string, by: string): Promise<void> => {
    await waitFor('it is refused', async () => (await answerOf('getRoot', token)) === by);
    expect(await answered(token, by, all)).toEqual(all);
    expect(await answered(token, '401 invalid_token', personal)).toEqual(personal);
  };

  it('that was revoked opens nothing, of an application and of a person', async () => {
    const keys = await newApplication({ kind: 'server' });
    const ofApplication = await applicationToken(keys);
    await postForm(baseUrl, '/token/revocation', { ...keys, token: ofApplication }, dispatcher);
    await refusedEverywhere(ofApplication, '401 InvalidAccessToken');
    const ofPerson = await tokenOf(await invited());
    expect(await answered(ofPerson, '200', personal)).toEqual(personal);
    const revoked = { client_id: firstPartyKeys.commandLine, token: ofPerson };
    await postForm(baseUrl, '/token/revocation', revoked, dispatcher);
    await refusedEverywhere(ofPerson, '401 InvalidAccessToken');
  });

  it('of a suspended application, and of a suspended person, opens nothing', async () => {
    const keys = await newApplication({ kind: 'server' });
    const ofApplication = await applicationToken(keys);
    await shared.operator.post(`/operations/applications/${keys.client_id}/suspensions`, { reason: 'Case 17.' });
    await refusedEverywhere(ofApplication, '401 InvalidApplicationStatus');
    const login = await invited();
    const ofPerson = await tokenOf(login);
    const { body } = await shared.client.get('/people');
    const person = body._embedded?.['people']?.find(({ email }) => email === login.email);
    await shared.operator.post(`/operations/people/${person?.id ?? ''}/suspensions`, { reason: 'Case 17.' });
    await refusedEverywhere(ofPerson, '401 InvalidAccessToken');
  });

  it('tells of its person by the scope openid alone, and an application’s own has none', async () => {
    const ofPerson = await tokenOf(await invited(), 'transactions');
    expect(await answered(ofPerson, '403 insufficient_scope', personal)).toEqual(personal);
    const { key, secret } = shared.client.connection;
    const ofApplication = await applicationToken({ client_id: key, client_secret: secret });
    expect(await answered(ofApplication, '401 invalid_token', personal)).toEqual(personal);
    expect(personal).toHaveLength(2);
  });

  it('of an owner who was removed by another opens nothing', async () => {
    const [login, other] = [await invited(), await invited()];
    const token = await tokenOf(login);
    const { body } = await shared.client.get('/people');
    const person = body._embedded?.['people']?.find(({ email }) => email === login.email);
    const removed = await request(`${baseUrl}/people/${person?.id ?? ''}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(other)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ removed: true }),
      dispatcher,
    });
    await removed.body.dump();
    expect(removed.statusCode).toBe(200);
    await refusedEverywhere(token, '401 InvalidAccessToken');
  });

  it.each(SCOPES)(
    'without the scope %s opens what needs another alone, for applications and persons',
    async (scope) => {
      const others = SCOPES.filter((one) => one !== scope);
      const needing = namesOf((operation) => scopeOf(operation) === scope);
      const harmless = namesOf((operation) => scopeOf(operation) !== 'operator' && isHarmless(operation));
      const { key, secret } = shared.client.connection;
      const ofApplication = await applicationToken({ client_id: key, client_secret: secret }, others.join(' '));
      const ofPerson = await tokenOf(await invited(), ['openid', ...others].join(' '));
      const forPeople = namesOf(({ 'x-roles': roles = [] }) => roles.length > 0);
      expect(await answered(ofApplication, '403 InvalidScopes', harmless)).toEqual(needing);
      const refused = await answered(ofPerson, '403 InvalidScopes', harmless);
      expect(refused).toEqual(needing.filter((name) => forPeople.includes(name)));
    },
  );

  it('of an owner in somebody’s integration opens what its permissions cover, and nothing of applications', async () => {
    const login = await invited();
    for (const may of permissions) {
      const scopes = SCOPES.filter((scope) => scope !== 'send' || may === 'read-write-transact');
      const given = { kind: 'integration', redirectUrls: [CALLBACK], scopes: [...scopes, 'openid'] };
      const keys = await newApplication(given);
      await shared.operator.post(`/operations/applications/${keys.client_id}/approvals`, { permissions: may });
      const asked = { ...keys, redirect_uri: CALLBACK, scope: ['openid', ...scopes].join(' ') };
      const token = await personToken(baseUrl, login, dispatcher, asked);
      const isOpen = (operation: Operation): boolean => {
        const { path, owner }: Route = publicRoutes[operation.operationId];
        const isOfOwners = owner === 'auth' && scopeOf(operation) === 'accountinfofull';
        const isCovered = reached[may]?.includes(operation['x-category'] ?? 'moves money') ?? false;
        return (
          isCovered && !OF_APPLICATIONS.test(path) && !isOfOwners && scopes.some((one) => one === scopeOf(operation))
        );
      };
      const scoped = guarded.filter((one) => SCOPES.some((scope) => scope === scopeOf(one)));
      const shut: PublicRoute[] = [];
      for (const { operationId } of scoped) {
        if ((await answerOf(operationId, token)).startsWith('403')) shut.push(operationId);
      }
      expect({ may, shut }).toEqual({ may, shut: scoped.filter((one) => !isOpen(one)).map((one) => one.operationId) });
      const ofApplications = guarded.filter(({ operationId }) => OF_APPLICATIONS.test(publicRoutes[operationId].path));
      const open: PublicRoute[] = [];
      for (const { operationId } of ofApplications) {
        if (!(await answerOf(operationId, token)).startsWith('403')) open.push(operationId);
      }
      expect({ may, open }).toEqual({ may, open: [] });
    }
  });
});
