// Runs: embedded
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { applicationScopes, permissions, type Route } from '@halyard/contracts';
import { firstPartyKeys } from '@halyard/contracts/applications';
import { type PersonRole, personRoles } from '@halyard/contracts/people';
import { type PublicRoute, publicRoutes } from '@halyard/public-api';
import { printHowLong, waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent, request } from 'undici';
import { personToken, postForm } from './support/first-party.js';
import { decideOn } from './support/integration.js';
import { idOf } from './support/journeys.js';
import { invitedPerson, type Login } from './support/people.js';
import { SharedSuite } from './support/shared-suite.js';
import { severalAtOnce } from './support/side-by-side.js';

const NOBODYS_ID = '0195b3a0-0000-7000-8000-0000000000c1';
const DOCUMENT = join(import.meta.dirname, '..', '..', '..', 'docs', 'openapi.json');
const CALLBACK = 'http://localhost:3000/callback';
const SCOPES = ['send', 'transactions', 'funding', 'managecustomers', 'accountinfofull'] as const;
const REACHED = {
  read: ['reads'],
  write: ['reads', 'writes'],
  'read-write-transact': ['reads', 'writes', 'moves money'],
};
/** What belongs to applications: persons who use one of somebody else do not reach it. */
const OF_APPLICATIONS =
  /^\/(?:webhook-subscriptions|webhooks|replays|events|requests|idempotency-keys|operations|application-settings)\b/;

interface Described {
  readonly operationId: PublicRoute;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly 'x-roles'?: readonly PersonRole[];
}
interface Operation {
  readonly name: PublicRoute;
  readonly route: Route;
  /** Empty where any token will do. */
  readonly scope: string;
  readonly roles: readonly PersonRole[];
}

const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
};
const provedBy = (scheme: string): readonly Operation[] =>
  Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .filter(({ security }) => security.some((way) => scheme in way))
    .map(({ operationId: name, security, 'x-roles': roles = [] }) => {
      const scope = security.flatMap((way) => way['token'] ?? [])[0] ?? '';
      return { name, route: publicRoutes[name], scope, roles };
    });
/** What is done for everybody is left alone. */
const isHarmless = ({ route: { access, category, path } }: Operation): boolean =>
  category === 'reads' || path.includes(':') || access !== 'operator';
const guarded = provedBy('token').filter(isHarmless);
/** What is about the person of a token. */
const personal = provedBy('openid');

/** The first route of each group: by service and kind, unless it is said what else matters. */
function oneOfEach(among: readonly Operation[], also: (operation: Operation) => unknown = () => ''): Operation[] {
  const groups = Map.groupBy(among, (one) => `${one.route.owner} ${one.route.kind} ${String(also(one))}`);
  return [...groups.values()].flatMap(([first]) => first ?? []);
}
const namesOf = (among: readonly Operation[]): readonly PublicRoute[] => among.map(({ name }) => name);

/**
 * Each cause why a token does not open a route, on each service. What any token may on any route is a table without a
 * server (`access.unit.spec.ts` of libs/contracts), and the gateway asks it on every route (its `routes.int.spec.ts`).
 */
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

  const invited = (role = 'owner') => invitedPerson(shared.suite, shared.client, role);
  const tokenOf = (login: Login, scope?: string): Promise<string> =>
    personToken(baseUrl, login, dispatcher, scope === undefined ? {} : { scope });
  const tokenOfNewPerson = async (role?: string, scope?: string) => tokenOf(await invited(role), scope);

  const all = { scopes: applicationScopes, permissions: 'read-write-transact' };
  async function newApplication(given: object): Promise<Readonly<Record<'client_id' | 'client_secret', string>>> {
    const id = idOf(await shared.client.create('/applications', { name: 'Of a test', ...all, ...given }));
    const headers = { 'idempotency-key': id };
    const { body } = await shared.client.post(`/applications/${id}/secrets`, {}, { headers });
    return { client_id: id, client_secret: String(body['secret']) };
  }
  async function applicationToken(keys: Readonly<Record<string, string>>, scope?: string): Promise<string> {
    const form = { grant_type: 'client_credentials', ...keys, ...(scope !== undefined && { scope }) };
    return (await postForm<{ access_token: string }>(baseUrl, '/token', form, dispatcher)).body.access_token;
  }
  const ownKeys = () => ({ client_id: shared.client.connection.key, client_secret: shared.client.connection.secret });
  async function personIdOf({ email }: Login): Promise<string> {
    const { body } = await shared.client.get('/people');
    return body._embedded?.['people']?.find((one) => one['email'] === email)?.id ?? '';
  }

  /** Status and code of an answer to a request with ids of nobody, and whether its permissions were too few. */
  async function answerOf({ route }: Operation, token: string | undefined, sent?: string): Promise<string> {
    const accept = route.kind === 'plain' ? 'application/vnd.service.v1.hal+json' : (route.gives[0] ?? '*/*');
    const { statusCode, body } = await request(`${baseUrl}${route.path.replaceAll(/:\w+/g, NOBODYS_ID)}`, {
      method: route.method,
      headers: {
        ...{ accept, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
        ...(sent !== undefined && { 'content-type': 'application/json' }),
      },
      ...(sent !== undefined && { body: sent }),
      dispatcher,
    });
    if (statusCode < 400) {
      body.on('error', () => undefined).destroy();
      return String(statusCode);
    }
    const { code, error, message } = (await body.json()) as Readonly<Record<string, string | undefined>>;
    const cause = message?.startsWith('This request ') ? ' by permissions' : '';
    return `${statusCode} ${code ?? error ?? ''}${cause}`;
  }

  /** The answer of each route, by its name. */
  async function answersOf(among: readonly Operation[], token?: string, sent?: string) {
    const answers = new Map<string, string>();
    await severalAtOnce(among, async (one) => {
      answers.set(one.name, await answerOf(one, token, sent));
    });
    return Object.fromEntries(answers);
  }
  /** The names of those that were answered so. */
  async function answered(wanted: (answer: string) => boolean, among: readonly Operation[], token?: string) {
    const answers = await answersOf(among, token);
    return namesOf(among).filter((name) => wanted(answers[name] ?? ''));
  }
  async function refusedEverywhere(token: string | undefined, by: string): Promise<void> {
    const asked = oneOfEach(guarded);
    await printHowLong('a token is refused', 5, () =>
      waitFor('it to be refused', async () => {
        const answers = await answersOf(asked.slice(0, 1), token);
        return Object.values(answers)[0] === by;
      }),
    );
    expect(await answersOf(asked, token)).toEqual(Object.fromEntries(asked.map(({ name }) => [name, by])));
    if (token === undefined) return;
    expect(await answered((answer) => answer === '401 invalid_token', personal, token)).toEqual(namesOf(personal));
  }

  it('is asked for by every service', () => {
    expect([...new Set(oneOfEach(guarded).map(({ route }) => route.owner))].sort()).toEqual([
      'auth',
      'customers',
      'funding-sources',
      'gateway',
      'transfers',
      'webhooks',
    ]);
    expect(personal).toHaveLength(2);
  });

  it('that is missing, or that nobody signed, opens nothing', async () => {
    await refusedEverywhere(undefined, '401 InvalidCredentials');
    await refusedEverywhere(`${(await applicationToken(ownKeys())).slice(0, -4)}AAAA`, '401 InvalidAccessToken');
  });

  it('that was revoked opens nothing, of an application and of a person', async () => {
    const keys = await newApplication({ kind: 'server' });
    const ofApplication = await applicationToken(keys);
    await postForm(baseUrl, '/token/revocation', { ...keys, token: ofApplication }, dispatcher);
    await refusedEverywhere(ofApplication, '401 InvalidAccessToken');
    const ofPerson = await tokenOfNewPerson();
    expect(await answered((answer) => answer === '200', personal, ofPerson)).toEqual(namesOf(personal));
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
    await shared.operator.post(`/operations/people/${await personIdOf(login)}/suspensions`, { reason: 'Case 17.' });
    await refusedEverywhere(ofPerson, '401 InvalidAccessToken');
  });

  it('of an owner who was removed by another opens nothing', async () => {
    const [login, other] = await Promise.all([invited(), invited()]);
    const token = await tokenOf(login);
    const removed = await request(`${baseUrl}/people/${await personIdOf(login)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(other)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ removed: true }),
      dispatcher,
    });
    await removed.body.dump();
    expect(removed.statusCode).toBe(200);
    await refusedEverywhere(token, '401 InvalidAccessToken');
  });

  it('tells of its person by the scope openid alone, and an application’s own has none', async () => {
    const ofPerson = await tokenOfNewPerson('owner', 'transactions');
    const isNarrow = (answer: string): boolean => answer === '403 insufficient_scope';
    expect(await answered(isNarrow, personal, ofPerson)).toEqual(namesOf(personal));
    const ofApplication = await applicationToken(ownKeys());
    expect(await answered((answer) => answer === '401 invalid_token', personal, ofApplication)).toEqual(
      namesOf(personal),
    );
  });

  it('without a scope opens what needs another alone, for applications and persons', async () => {
    const login = await invited();
    const asked = oneOfEach(
      guarded.filter(({ scope }) => scope !== 'operator'),
      ({ scope }) => scope,
    );
    const ofPeople = asked.filter(({ roles }) => roles.length > 0);
    const isNarrow = (answer: string): boolean => answer === '403 InvalidScopes';
    for (const scope of SCOPES) {
      const others = SCOPES.filter((one) => one !== scope);
      const needing = namesOf(asked.filter((one) => one.scope === scope));
      const ofApplication = await applicationToken(ownKeys(), others.join(' '));
      expect(await answered(isNarrow, asked, ofApplication)).toEqual(needing);
      const ofPerson = await tokenOf(login, ['openid', ...others].join(' '));
      expect(await answered(isNarrow, asked, ofPerson)).toEqual(namesOf(ofPeople.filter((one) => one.scope === scope)));
    }
  });

  it('of an application reaches what its permissions cover, and nothing beyond', async () => {
    const asked = oneOfEach(
      guarded.filter(({ scope }) => scope !== 'operator'),
      ({ route }) => route.category,
    );
    for (const may of ['read', 'write'] as const) {
      const token = await applicationToken(await newApplication({ kind: 'server', permissions: may }));
      const beyond = asked.filter(({ route: { category } }) => !REACHED[may].includes(category));
      const refused = await answered((answer) => answer === '403 Forbidden by permissions', asked, token);
      expect({ may, refused }).toEqual({ may, refused: namesOf(beyond) });
    }
  });

  it.each(personRoles)('of a person as %s reaches what the document says of its role, and no more', async (role) => {
    const { operator } = JSON.parse(await readFile(join(shared.suite.dataDir, 'demo.json'), 'utf8')) as {
      readonly operator: Login;
    };
    const token = role === 'operator' ? await tokenOf(operator) : await tokenOfNewPerson(role);
    const asked = oneOfEach(guarded, ({ route, roles }) => `${route.category} ${roles.join()}`);
    const expected = asked.filter(({ roles }) => !roles.includes(role));
    const posts = asked.filter(({ route }) => route.method === 'POST');
    const [plain, empty] = [await answersOf(asked, token), await answersOf(posts, token, '{}')];
    const shut = namesOf(asked).filter((name) =>
      [plain[name], empty[name] ?? plain[name]].every((one) => one?.startsWith('403')),
    );
    expect(shut).toEqual(namesOf(expected));
    const open = namesOf(asked.filter(({ roles }) => roles.includes(role)));
    expect(
      open.filter((name) => [plain[name], empty[name] ?? ''].some((one) => /^(401|403|5)/.test(one ?? ''))),
    ).toEqual([]);
  });

  it('of an owner in somebody’s integration opens what its permissions cover, and nothing of applications', async () => {
    const login = await invited();
    for (const may of permissions) {
      const scopes = SCOPES.filter((scope) => scope !== 'send' || may === 'read-write-transact');
      const given = { kind: 'integration', redirectUrls: [CALLBACK], scopes: [...scopes, 'openid'] };
      const keys = await newApplication(given);
      await decideOn(shared.operator, keys.client_id, 'approvals', { permissions: may });
      const asked = { ...keys, redirect_uri: CALLBACK, scope: ['openid', ...scopes].join(' ') };
      const token = await personToken(baseUrl, login, dispatcher, asked);
      const isOpen = ({ route: { path, owner, category }, scope }: Operation): boolean => {
        const isOfOwners = owner === 'auth' && scope === 'accountinfofull';
        const isScoped = scope === '' || scopes.some((one) => one === scope);
        return REACHED[may].includes(category) && !OF_APPLICATIONS.test(path) && !isOfOwners && isScoped;
      };
      const among = oneOfEach(
        guarded,
        ({ route, scope }) => `${route.category} ${scope} ${OF_APPLICATIONS.test(route.path)}`,
      );
      const shut = await answered((answer) => answer.startsWith('403'), among, token);
      expect({ may, shut }).toEqual({ may, shut: namesOf(among.filter((one) => !isOpen(one))) });
    }
  });
});
