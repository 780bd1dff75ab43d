import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  type ApplicationPrincipal,
  isOpenTo,
  limitedAs,
  type Obstacle,
  obstacleTo,
  permissions,
  type Permissions,
  type Route,
  type Scope,
  scopes,
} from '@halyard/contracts';
import { type PersonRole, personRoles } from '@halyard/contracts/people';
import { publicRoutes } from './tables.js';

/*
 * The rule, written down apart from the rows of the routes. A new route that fits no line here fails until it has one.
 */

/** What opens a route: the scope that its token needs, or `token` for a token of any scope. The first line that fits counts. */
const NEEDED: readonly (readonly [RegExp, Route['access']])[] = [
  // No account and no money: descriptions of the API, log-in and consent, public keys, the sum of all money.
  [/^GET \/(openapi|asyncapi)\.json$/, 'anyone'],
  [/^POST \/(token|token\/revocation|token\/introspection|device\/authorization)$/, 'anyone'],
  [/^(GET|POST) \/(userinfo|auth|session\/end)$/, 'anyone'],
  [/^GET \/(\.well-known\/openid-configuration|jwks|conservation)$/, 'anyone'],
  // Pages that link a bank, with the token of one linking.
  [/^GET \/(linking\/(applications|assets)\/|1\/:file$)/, 'anyone'],
  [/^(GET|POST) \/linking\//, 'linking'],
  [/ \/(operations|ledger)\//, 'operator'],
  [/^POST \/accounts$/, 'operator'],
  // Reference facts, 14.3: transfers are created with `send`, and read with `transactions`.
  [/^POST \/(transfers\/:id\/simulation|sandbox-simulations)$/, 'token'],
  [/ \/sandbox-(clock|quiet|bank-behavior)\b/, 'token'],
  [/^POST \/transfers(\/:id)?$/, 'send'],
  // The text of a file has numbers of banks.
  [/^(POST \/bank-files|GET \/bank-files\/:id\/content)$/, 'accountinfofull'],
  [/ \/(transfers|payments|bank-files|sandbox-simulations)\b/, 'transactions'],
  [
    /^GET \/(accounts|customers|funding-sources)\/:id\/(transfers|limits|statement|statistics|conservation)$/,
    'transactions',
  ],
  // Reference facts, 14.3: funding sources with `funding`; customers, owners and documents with `managecustomers`.
  [/\/(funding-sources|on-demand-authorizations|funding-sources-token|iav-token)\b/, 'funding'],
  [/^POST \/sandbox-(partner|provider)-tokens$/, 'funding'],
  [/ \/application-settings$/, 'funding'],
  [/ \/(customers|beneficial-owners|documents)\b/, 'managecustomers'],
  // Full account information.
  [/ \/(people|invitations|security-events|applications|requests)\b/, 'accountinfofull'],
  // Reference facts, 14.3: accounts are read without a scope; events, webhooks and subscriptions by an application.
  [/^GET \/(accounts\/:id(\/settings)?|search|idempotency-keys\/:key)?$/, 'token'],
  [/ \/(business-classifications|events|webhooks|webhook-subscriptions|replays)\b/, 'token'],
];

const MOVES_MONEY = [
  'advanceSandboxClock',
  'cancelTransfer',
  'changeSandboxBankBehavior',
  'changeSandboxClock',
  'createTransfer',
  'simulateBankProcessing',
  'simulateTransfer',
  'startOrVerifyMicroDeposits',
  'stopSandboxClockAdvance',
  'uploadBankFile',
];
const READS_BY_POST = [
  'getUserinfoByPost',
  'introspectToken',
  'queryBusinessClassification',
  'queryBusinessClassifications',
];

/** What belongs to applications: people reach it in applications of ours alone. */
const OF_APPLICATIONS =
  /^\/(webhook-subscriptions|webhooks|replays|events|requests|idempotency-keys|operations|ledger)\b|^\/accounts$/;
/** Nobody who is a person reaches what is about the calling application itself. */
const OF_THE_CALLER = /^\/application-settings$/;
/** People, and what they register, are for owners: auth looks at the role besides. */
const FOR_OWNERS = /^\/(people|invitations|security-events|applications)\b/;

const REACHED: Readonly<Record<Permissions, readonly Route['category'][]>> = {
  read: ['reads'],
  write: ['reads', 'writes'],
  'read-write-transact': ['reads', 'writes', 'moves money'],
};
const ROLES: Readonly<Record<PersonRole, Permissions>> = {
  viewer: 'read',
  member: 'write',
  treasurer: 'read-write-transact',
  owner: 'read-write-transact',
  operator: 'read',
};

type Caller = Pick<ApplicationPrincipal, 'scopes' | 'may' | 'userId' | 'isFirstParty'>;
interface Row {
  readonly name: string;
  readonly route: Route;
  readonly needs: Route['access'];
  readonly category: Route['category'];
}

const rows: readonly Row[] = Object.entries<Route>(publicRoutes).map(([name, route]) => {
  const address = `${route.method} ${route.path}`;
  const needs = NEEDED.find(([pattern]) => pattern.test(address))?.[1];
  if (needs === undefined) throw new Error(`no line says what ${address} needs`);
  const isRead = route.method === 'GET' || READS_BY_POST.includes(name);
  const category = isRead ? 'reads' : MOVES_MONEY.includes(name) ? 'moves money' : 'writes';
  return { name, route, needs, category };
});
const guarded = rows.filter(({ needs }) => needs !== 'anyone' && needs !== 'linking');

/** What should keep a token out, in the words above. */
function expectedObstacle({ route: { path }, needs, category }: Row, caller: Caller): Obstacle | undefined {
  const isPerson = caller.userId !== undefined;
  if (isPerson && (OF_THE_CALLER.test(path) || (OF_APPLICATIONS.test(path) && !caller.isFirstParty))) return 'audience';
  if (needs !== 'token' && !caller.scopes.some((scope) => scope === needs)) return 'scope';
  return needs === 'operator' || REACHED[caller.may].includes(category) ? undefined : 'permissions';
}

const AUDIENCES = {
  'an application': {},
  'a person in another’s application': { userId: 'ada' },
  'a person in an application of ours': { userId: 'ada', isFirstParty: true },
} as const;

const SCOPES: readonly (readonly [string, readonly Scope[]])[] = [
  ['no scope', []],
  ['every scope', scopes],
  ...scopes.map((scope) => [`${scope} alone`, [scope]] as const),
  ...scopes.map((scope) => [`all but ${scope}`, scopes.filter((other) => other !== scope)] as const),
];

const principals = Object.entries(AUDIENCES).flatMap(([who, audience]) =>
  SCOPES.flatMap(([held, granted]) =>
    permissions.map((may) => ({
      who: `${who} with ${held} that may ${may}`,
      caller: { ...audience, scopes: granted, may },
    })),
  ),
);

describe('a route', () => {
  it.each(rows)('needs what is written down here, and does no more: $name', ({ route, needs, category }) => {
    expect(route).toMatchObject({ access: needs, category });
  });

  it.each(guarded)('lets the tokens in that may, and keeps all others out by what they lack: $name', (row) => {
    const answersBy = (judge: (caller: Caller) => Obstacle | undefined) =>
      principals.map(({ who, caller }) => `${who}: ${judge(caller) ?? 'open'}`);
    expect(answersBy((caller) => obstacleTo(row.route, caller))).toEqual(
      answersBy((caller) => expectedObstacle(row, caller)),
    );
  });

  it('is open to whom nothing keeps out', () => {
    for (const { caller } of principals) {
      const open = guarded.filter((row) => expectedObstacle(row, caller) === undefined);
      expect(guarded.filter(({ route }) => isOpenTo(route, caller))).toEqual(open);
    }
  });
});

interface Operation {
  readonly operationId: string;
  readonly 'x-roles'?: readonly PersonRole[];
}

it.each(personRoles)('as %s a person of ours reaches what the document says of its role', async (role) => {
  const document = JSON.parse(
    await readFile(join(import.meta.dirname, '..', '..', '..', 'docs', 'openapi.json'), 'utf8'),
  ) as { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  const rolesOf = new Map(operations.map((one) => [one.operationId, one['x-roles'] ?? []]));
  const scope = scopes.filter((one) => one !== 'operator' || role === 'operator');
  const caller = { ...AUDIENCES['a person in an application of ours'], scopes: scope, may: ROLES[role] };
  const [forOwners, forRoles] = [true, false].map((isForOwners) =>
    guarded.filter(({ route: { path } }) => FOR_OWNERS.test(path) === isForOwners),
  );
  const named = (found: readonly Row[] = []) => found.map(({ name }) => name);
  const open = forRoles?.filter(({ route }) => obstacleTo(route, caller) === undefined);
  expect(named(open)).toEqual(named(forRoles).filter((name) => rolesOf.get(name)?.includes(role)));
  expect(named(forOwners).filter((name) => rolesOf.get(name)?.join() !== 'owner')).toEqual([]);
});

it('limits take an application for one caller, and people of applications of ours for one in each account', () => {
  const application = { scopes: ['funding', 'operator'], may: 'read-write-transact' } as const;
  const principal = { kind: 'application', applicationId: 'app', accountId: 'acme', ...application } as const;
  expect(limitedAs(principal)).toBe('app');
  expect(limitedAs({ ...principal, userId: 'ada' })).toBe('app');
  const ours = { ...principal, userId: 'ada', isFirstParty: true } as const;
  const others = [ours, { ...ours, userId: 'bob' }, { ...ours, accountId: 'other' }, principal];
  expect(new Set(others.map(limitedAs)).size).toBe(4);
  expect(limitedAs({ ...ours, applicationId: 'the command line' })).toBe(limitedAs(ours));
});
