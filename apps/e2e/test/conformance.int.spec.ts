// Runs: embedded
import type { Route } from '@halyard/contracts';
import { type PublicRoute, publicRoutes } from '@halyard/public-api';
import { correctedParts, newId } from '@halyard/core';
import type { HalAnswer, HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { counts } from '@halyard/testing/counts';
import { allowedBodies, type Body, type ChosenValues, forbiddenBodies } from './support/generated-bodies.js';
import { openUnusedAccount } from './support/clock-account.js';
import {
  companyBody,
  embedded,
  fundedHolder,
  hrefOf,
  type Holder,
  idOf,
  newHolder,
  ownerBody,
} from './support/journeys.js';
import { LinkingPage } from './support/linking.js';
import { operations, resolved, type Schema, wrongInAnswer } from './support/openapi.js';
import { newPerson } from './support/people.js';
import { SharedSuite } from './support/shared-suite.js';
import { answerTo, holdsSideBySide } from './support/side-by-side.js';

const numRuns = counts.api.conformingBodies;
/** Those that take JSON and answer documents. */
const names = (Object.keys(publicRoutes) as PublicRoute[]).filter((name) => publicRoutes[name].kind === 'plain');

const BANK = [
  ...['/routingNumber', '/channels'], // check digit, district; what the account may
  '/_links/on-demand-authorization/href', // whose it is, and whether it was used
  ...['/partnerToken', '/plaidToken', '/accountNumber', '/type', '/bankAccountType'], // whose it is; what it stands for
];

/** What a schema cannot know, and the server may refuse at these pointers although it is of the right form. */
const semantic: Partial<Readonly<Record<PublicRoute, readonly string[]>>> = {
  openAccount: ['/application/key', '/operator'], // taken already; for the operator's own services alone
  changePerson: ['/role'], // with `removed` beside it
  createApplicationSecret: ['/headers/Idempotency-Key'], // which nobody sends here
  createCustomer: ['/email', '/correlationId', '/dateOfBirth'], // taken already; too young or too old by the clock
  updateCustomer: ['/email'], // taken already
  createBeneficialOwner: ['/dateOfBirth'],
  updateBeneficialOwner: ['/dateOfBirth'],
  // Eligibility and funds; what the account and its kind of payment allow.
  createTransfer: [
    ...['/_links/source/href', '/_links/destination/href', '/amount', '/amount/value', '/correlationId', '/fees'],
    ...['/clearing', '/clearing/source', '/clearing/destination'],
  ],
  // What the state of the transfer allows.
  cancelTransfer: ['/status'],
  simulateTransfer: ['/action'],
  createCustomerFundingSource: BANK,
  createAccountFundingSource: BANK,
  updateFundingSource: ['/routingNumber', '/accountNumber', '/bankAccountType'], // those of a verified bank stay
  createPartnerToken: ['/routingNumber', '/publicToken'], // whose it is
  linkFundingSource: BANK,
  logInToInstitution: ['/institution'], // which there are
  createReplay: ['/url', '/fromSequence', '/toSequence', '/endDate'], // what there is; where it may be sent to
  createWebhookSubscription: ['/url'], // where events may be sent to
  updateWebhookSubscription: ['/secretRotation'], // whether one has begun
  changeSandboxClock: ['/mode', '/now'], // what the clock may become; which of the fields need which
  advanceSandboxClock: ['/to', '/by', '/toNext'], // one of them; how far the clock goes
  // Which of the fields need or exclude which; what a code allows.
  changeSandboxBankBehavior: [
    ...['/seed', '/rules/*/name', '/rules/*/first', '/rules/*/every', '/outages/*/to', '/rules/*/then'],
    ...['correct', 'delay', 'microDeposits', 'after', 'corrected'].map((field) => `/rules/*/then/${field}`),
    ...correctedParts.map((part) => `/rules/*/then/corrected/${part}`),
  ],
};

const isSemantic = (name: PublicRoute, pointer: string): boolean =>
  semantic[name]?.includes(pointer.replaceAll(/\/\d+/g, '/*')) ?? false;

interface Faults {
  readonly code?: string;
  readonly _embedded?: { readonly errors: readonly { readonly path: string; readonly code: string }[] };
}

const faultsOf = ({ status, body }: HalAnswer): string[] => {
  const { code, _embedded } = body as Faults;
  return status === 400 && code === 'ValidationError' ? (_embedded?.errors ?? []).map(({ path }) => path) : [];
};

/** Whether a pointer leads to a value of the body, or to a member that its object lacks. */
function leadsInto(body: unknown, pointer: string): boolean {
  let value = body;
  for (const key of pointer.split('/').slice(1)) {
    if (value === undefined || value === null) continue;
    if (typeof value !== 'object' || (Array.isArray(value) && !(Number(key) < value.length))) return false;
    value = Reflect.get(value, key.replaceAll('~1', '/').replaceAll('~0', '~'));
  }
  return true;
}

/** A member that is null counts as left out: an update of nothing is a fault of the body as a whole. */
const asksNothing = (body: Body): boolean => Object.values(body).every((value) => value === null);

/** Of bodies whose class follows from what they are sent to: the one for a verified person. */
const sentTo: Partial<Readonly<Record<PublicRoute, string>>> = { updateCustomer: 'EditPersonalRequest' };

const schemaOf = (name: PublicRoute): Schema | undefined =>
  sentTo[name] === undefined
    ? Object.values(operations.get(name)?.requestBody?.content ?? {})[0]?.schema
    : { $ref: `#/components/schemas/${sentTo[name]}` };

const isFor = (name: PublicRoute, method: Route['method']): boolean => publicRoutes[name].method === method;
const withBody = names.filter((name) => publicRoutes[name].access !== 'anyone' && schemaOf(name) !== undefined);
/** What answers bytes is not described by a schema. */
const reads = names.filter((name) => isFor(name, 'GET') && publicRoutes[name].kind !== 'stream');

describe('docs/openapi.json and the suite are of one mind', () => {
  let shared: SharedSuite;
  let holder: Holder;
  /** Whose state the changes of others may not reach. */
  let changed: Holder;
  /** Acts for an account whose clock goes forward by years, which would put examples of days out of reach. */
  let ahead: HalClient;
  let ids: Readonly<Record<string, string>>;
  let chosen: ChosenValues;
  let page: LinkingPage;

  beforeAll(async () => {
    shared = await SharedSuite.join('conformance');
    const { client } = shared;
    holder = await fundedHolder(client, '5000.00');
    changed = await newHolder(client);
    ahead = await openUnusedAccount(shared.operator, 'conformance, ahead');
    const transfer = embedded((await client.get(`${holder.customer}/transfers`)).body, 'transfers')[0];
    const subscription = await client.create('/webhook-subscriptions', {
      url: 'https://example.com/a',
      secret: 'secret',
    });
    const company = await client.create('/customers', companyBody());
    const owned = await client.create(`${company}/beneficial-owners`, ownerBody());
    ids = {
      accounts: client.connection.accountId,
      'beneficial-owners': idOf(owned),
      companies: idOf(company),
      'business-classifications': '9ed38152-7d6f-11e3-9042-5404a6144203',
      customers: idOf(holder.customer),
      'funding-sources': idOf(holder.bank),
      balance: idOf(holder.balance),
      applications: idOf(
        await client.create('/applications', { name: 'Other', kind: 'server', scopes: ['transactions'] }),
      ),
      people: await newPerson(shared.suite, client),
      transfers: idOf(hrefOf(transfer)),
      'webhook-subscriptions': idOf(subscription),
    };
    page = new LinkingPage(client, (await newHolder(client)).customer);
    chosen = {
      href: fc.constantFrom(holder.balance, holder.bank, changed.balance),
      email: fc.uuid().map((id) => `${id}@example.com`),
      key: fc.uuid(),
      institution: fc.uuid(),
      emergency: fc.constant(false), // one would end the tokens of all that share the suite
      routingNumber: fc.constantFrom('222222226', '222222226'),
    };
  });

  afterAll(async () => {
    await ahead.close();
    await shared.leave();
  });

  const clientFor = (name: PublicRoute): HalClient => {
    if (/^\/sandbox-(clock|bank-behavior)/.test(publicRoutes[name].path)) return ahead;
    return publicRoutes[name].access === 'operator' ? shared.operator : shared.client;
  };

  function pathFor(name: PublicRoute): string {
    const { path }: Route = publicRoutes[name];
    const collection = path.split('/')[1] ?? '';
    const part = path.endsWith('/balance')
      ? 'balance'
      : path.startsWith('/customers/:id/beneficial-')
        ? 'companies'
        : collection;
    const of: Record<string, string> = {
      updateCustomer: idOf(changed.customer),
      updateFundingSource: idOf(changed.bank),
    };
    // A suspension of the account would end everything else here.
    const settings = path === '/operations/accounts/:id/settings' ? ids['accounts'] : undefined;
    return path.replace(':id', of[name] ?? settings ?? ids[part] ?? newId());
  }

  const send = async (name: PublicRoute, body: Body): Promise<HalAnswer> => {
    const answer = await answerTo(async () =>
      clientFor(name).post(pathFor(name), body, { headers: await page.headersFor(name) }),
    );
    expect(wrongInAnswer(name, answer.status, answer.body)).toEqual([]);
    // Documented for every route, but no body may cause it.
    expect({ body, status: answer.status }).not.toEqual({ body, status: 500 });
    return answer;
  };

  it.each(withBody)('what the schema of %s allows is not refused for its form', async (name) => {
    const allowed = allowedBodies(schemaOf(name) ?? {}, chosen);
    await holdsSideBySide(
      fc.asyncProperty(allowed, async (body) => {
        const refused = faultsOf(await send(name, body));
        expect(refused.filter((pointer) => !isSemantic(name, pointer))).toEqual([]);
      }),
      numRuns,
    );
  });

  it.each(withBody)('what the schema of %s forbids is refused where it is wrong', async (name) => {
    const forbidden = forbiddenBodies(schemaOf(name) ?? {}, chosen);
    await holdsSideBySide(
      fc.asyncProperty(forbidden, async ({ body, pointers }) => {
        const refused = faultsOf(await send(name, body));
        // Of an object that is missing, the faults are those of its fields. A body of nothing may lack one of several
        // members, and the fault is at any of them.
        const isThere = (path: string): boolean =>
          pointers.some((at) => path === at || path.startsWith(`${at}/`)) ||
          (asksNothing(body) && (path === '' || isSemantic(name, path)));
        expect({ body, refused: refused.filter(isThere) }).not.toEqual({ body, refused: [] });
        expect({ body, astray: refused.filter((path) => !leadsInto(body, path)) }).toEqual({ body, astray: [] });
      }),
      2 * numRuns,
    );
  });

  it.each(reads)('%s answers what its schema says', async (name) => {
    const { status, body } = await clientFor(name).get(pathFor(name), { headers: await page.headersFor(name) });
    expect(wrongInAnswer(name, status, body)).toEqual([]);
  });

  /** Only what an answer gave is accepted, and no example: the specs of these routes ask with them. */
  const cursors = new Set(['getPaymentTimeline after', 'getTransferTimeline after']);
  const queried = reads.flatMap((name) =>
    (operations.get(name)?.parameters ?? []).flatMap((parameter) =>
      'name' in parameter && parameter.in === 'query' && !cursors.has(`${name} ${parameter.name}`)
        ? [[name, parameter.name, parameter.schema] as const]
        : [],
    ),
  );

  it.each(queried)('%s has the query %s as its schema says', async (name, parameter, schema) => {
    const ask = async (value: string): Promise<string[]> =>
      faultsOf(
        await clientFor(name).get(`${pathFor(name)}?${parameter}=${encodeURIComponent(value)}`, {
          headers: await page.headersFor(name),
        }),
      );
    const [good = schema.minimum ?? 1] = schema.examples ?? resolved(schema.items ?? schema).enum ?? [];
    const wrong = schema.maxLength === undefined ? '!' : 'x'.repeat(schema.maxLength + 1);
    expect([await ask(`${good as string | number}`), await ask(wrong)]).toEqual([[], [`/query/${parameter}`]]);
  });
});
