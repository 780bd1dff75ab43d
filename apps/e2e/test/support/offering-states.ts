import type { HalClient } from '@halyard/suite/client';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { waitFor } from '@halyard/testing/waiting';
import { endedAdvance } from './clock-states.js';
import { newCustomerToProve, uploadDocument } from './documents.js';
import { decideOn } from './integration.js';
import {
  balanceOf,
  bankAccount,
  companyBody,
  embedded,
  fundedHolder,
  hrefOf,
  idOf,
  newHolder,
  ownerBody,
  personalCustomer,
  transferOf,
} from './journeys.js';
import { newPerson } from './people.js';
import type { SharedSuite } from './shared-suite.js';

type Make = (suite: SharedSuite) => Promise<string>;

/** A resource or list in one of its states. Each use makes it anew. */
export interface OfferingState {
  readonly name: string;
  /** The kind of the resource, or the route of the list. */
  readonly kind: string;
  /** The state of a list is `closed` if nothing may be added to it. */
  readonly state: string;
  readonly by: 'client' | 'operator';
  readonly make: Make;
}

const customer =
  (body: () => object): Make =>
  ({ client }) =>
    client.create('/customers', body());

const customerWith =
  (status: string): Make =>
  async ({ client }) => {
    const url = await client.create('/customers', personalCustomer());
    await client.post(url, { status });
    return url;
  };

const company: Make = ({ client }) => client.create('/customers', companyBody());

const ownerNamed =
  (firstName: string): Make =>
  async (suite) =>
    suite.client.create(`${await company(suite)}/beneficial-owners`, ownerBody({ firstName }));

const plainBank: Make = async ({ client }) =>
  client.create(`${await client.create('/customers', personalCustomer())}/funding-sources`, bankAccount());

const bankAfter =
  (...bodies: readonly object[]): Make =>
  async (suite) => {
    const bank = await plainBank(suite);
    for (const body of bodies) await suite.client.post(`${bank}/micro-deposits`, body);
    return bank;
  };

const goodBank: Make = async ({ client }) => (await newHolder(client)).bank;

async function transfer(client: HalClient): Promise<string> {
  const { bank, balance } = await fundedHolder(client, '20.00');
  return client.create('/transfers', transferOf(bank, balance, '5.00'));
}

const processed: Make = async ({ client }) => {
  const url = await transfer(client);
  await client.post(`${url}/simulation`, { action: 'process' });
  return url;
};
const failed: Make = async ({ client }) => {
  const url = await transfer(client);
  await client.post(`${url}/simulation`, { action: 'fail', code: 'R01' });
  return url;
};
const cancelled: Make = async ({ client }) => {
  const url = await transfer(client);
  await client.post(url, { status: 'cancelled' });
  return url;
};
const between: Make = async ({ client }) => {
  const [from, to] = [await fundedHolder(client, '20.00'), await newHolder(client)];
  return client.create('/transfers', transferOf(from.balance, to.balance, '5.00'));
};

/** Makes the only subscription of its account, because an account may have few. */
const subscription: Make = async ({ client }) => {
  const { body } = await client.get('/webhook-subscriptions');
  for (const one of embedded(body, 'webhook-subscriptions')) await client.delete(hrefOf(one));
  return client.create('/webhook-subscriptions', { url: 'https://example.com/', secret: 'a-secret-of-24-characters' });
};
const paused: Make = async (suite) => {
  const url = await subscription(suite);
  await suite.client.post(url, { paused: true });
  return url;
};
const webhook: Make = async (suite) => {
  const url = await subscription(suite);
  await suite.client.create('/customers', personalCustomer());
  return waitFor('a webhook', async () => {
    const [first] = embedded((await suite.client.get(`${url}/webhooks`)).body, 'webhooks');
    return first && hrefOf(first);
  });
};

const application: Make = ({ client }) =>
  client.create('/applications', { name: 'Other', kind: 'server', scopes: ['transactions'] });
const waiting: Make = ({ client }) =>
  client.create('/applications', {
    ...{ name: 'Books', kind: 'integration', scopes: ['transactions'] },
    redirectUrls: ['https://books.example/callback'],
  });
const reason = 'Asked for in writing, case 17.';
const reviewed =
  (decision?: 'approvals' | 'rejections', isSuspended = false): Make =>
  async (suite) => {
    const id = idOf(await waiting(suite));
    const said = decision === 'approvals' ? { permissions: 'read' } : { reason };
    if (decision) await decideOn(suite.operator, id, decision, said);
    if (isSuspended) await suite.operator.post(`/operations/applications/${id}/suspensions`, { reason });
    return `/operations/applications/${id}`;
  };

const invitation: Make = ({ client }) =>
  client.create('/invitations', { email: `${crypto.randomUUID()}@example.com`, name: 'Grace', role: 'viewer' });

const standing =
  (...steps: readonly (readonly [string, object?])[]): Make =>
  async ({ client, operator }) => {
    const url = `/operations/customers/${idOf(await client.create('/customers', personalCustomer()))}`;
    for (const [place, body] of steps) await operator.post(`${url}/${place}`, body);
    return url;
  };
const suspendedStanding: Make = async (suite) =>
  `/operations/customers/${idOf(await customerWith('suspended')(suite))}`;
const hold =
  (isLifted: boolean): Make =>
  async (suite) => {
    const url = await suite.operator.create(`${await standing()(suite)}/legal-holds`, { reason });
    if (isLifted) await suite.operator.delete(url);
    return url;
  };

const below =
  (make: Make, ...path: readonly string[]): Make =>
  async (suite) =>
    [await make(suite), ...path].join('/');
const at =
  (path: string): Make =>
  () =>
    Promise.resolve(path);

const personOf: Make = async ({ suite, client }) => `/people/${await newPerson(suite, client)}`;
const document: Make = async ({ client }) => uploadDocument(client, await newCustomerToProve(client));
const toProve: Make = ({ client }) => newCustomerToProve(client);
const ownAccount =
  (path = ''): Make =>
  ({ client }) =>
    Promise.resolve(`/accounts/${client.connection.accountId}${path}`);
const otherAccount =
  (path = ''): Make =>
  async ({ operator }) => {
    const client = await openSandboxAccount(operator, 'Other');
    await client.close();
    return `/operations/accounts/${client.connection.accountId}${path}`;
  };

const table: Readonly<Record<OfferingState['by'], Readonly<Record<string, Readonly<Record<string, Make>>>>>> = {
  client: {
    root: { '': at('/') },
    account: { '': ownAccount() },
    customer: {
      unverified: customer(() => ({ ...personalCustomer(), type: 'unverified' })),
      'receive-only': customer(() => ({ ...personalCustomer(), type: 'receive-only' })),
      verified: async ({ client }) => (await fundedHolder(client, '20.00')).customer,
      retry: customer(() => personalCustomer({ firstName: 'retry' })),
      document: toProve,
      suspended: customerWith('suspended'),
      deactivated: customerWith('deactivated'),
      'a company': company,
      'a company in retry': customer(() => companyBody({ businessName: 'retry' })),
      'a company to prove': customer(() => companyBody({ businessName: 'document' })),
    },
    'beneficial-ownership': { uncertified: below(company, 'beneficial-ownership') },
    'beneficial-owner': {
      verified: ownerNamed('Mary'),
      retry: ownerNamed('incomplete'),
      document: ownerNamed('document'),
    },
    document: { '': document },
    'funding-source': {
      'bank, unverified': plainBank,
      'bank, waiting for amounts': bankAfter({}),
      'bank, verified': goodBank,
      'bank, removed': async (suite) => {
        const bank = await plainBank(suite);
        await suite.client.post(bank, { removed: true });
        return bank;
      },
      balance: async ({ client }) => balanceOf(client, await client.create('/customers', personalCustomer())),
      'balance, with money': async ({ client }) => (await fundedHolder(client, '20.00')).balance,
    },
    'micro-deposits': { pending: below(bankAfter({}), 'micro-deposits') },
    transfer: {
      pending: ({ client }) => transfer(client),
      processed,
      failed,
      cancelled,
      'between balances': between,
    },
    'webhook-subscription': { active: subscription, paused },
    webhook: { '': webhook },
    'application-settings': { '': at('/application-settings') },
    application: { '': application, waiting },
    person: { '': personOf },
    invitation: { '': invitation },
    listCustomers: { '': at('/customers') },
    listBeneficialOwners: { '': below(company, 'beneficial-owners') },
    listCustomerDocuments: {
      asked: below(toProve, 'documents'),
      'closed, for none is asked': below(company, 'documents'),
    },
    listBeneficialOwnerDocuments: { asked: below(ownerNamed('document'), 'documents') },
    listFundingSources: { '': at('/funding-sources') },
    listAccountFundingSources: { '': ownAccount('/funding-sources') },
    listCustomerFundingSources: {
      '': below(customer(personalCustomer), 'funding-sources'),
      'closed, of one suspended': below(customerWith('suspended'), 'funding-sources'),
    },
    listTransfers: { '': at('/transfers') },
    listAccountTransfers: { '': ownAccount('/transfers') },
    listCustomerTransfers: {
      '': async ({ client }) => `${(await fundedHolder(client, '20.00')).customer}/transfers`,
      'closed, of one suspended': below(customerWith('suspended'), 'transfers'),
    },
    listWebhookSubscriptions: { '': at('/webhook-subscriptions') },
    listSubscriptionWebhooks: { closed: below(subscription, 'webhooks') },
    listWebhookRetries: { '': below(webhook, 'retries') },
    listReplays: { '': below(subscription, 'replays') },
    listApplications: { '': at('/applications') },
    listInvitations: { '': at('/invitations') },
    listEvents: { closed: at('/events') },
    listBankFiles: { '': at('/bank-files') },
    'sandbox-bank-behavior': { '': at('/sandbox-bank-behavior') },
    'sandbox-clock': { '': at('/sandbox-clock') },
    'sandbox-clock-advance': { ended: endedAdvance },
    listSandboxClockAdvances: { '': at('/sandbox-clock/advances') },
  },
  operator: {
    'customer-standing': {
      active: standing(),
      suspended: suspendedStanding,
      'being erased': standing(['erasures', { reason }]),
    },
    'legal-hold': { standing: hold(false), lifted: hold(true) },
    listLegalHolds: {
      '': below(standing(), 'legal-holds'),
      'closed, of one being erased': below(standing(['erasures', { reason }]), 'legal-holds'),
    },
    listAccountStandings: { '': at('/operations/accounts') },
    'account-standing': { '': otherAccount() },
    'account-settings': { '': otherAccount('/settings') },
    'application-review': {
      waiting: reviewed(),
      approved: reviewed('approvals'),
      rejected: reviewed('rejections'),
      suspended: reviewed('approvals', true),
    },
    'person-standing': {
      '': async (suite) => `/operations/people/${idOf(await personOf(suite))}`,
      suspended: async (suite) => {
        const url = `/operations/people/${idOf(await personOf(suite))}`;
        await suite.operator.post(`${url}/suspensions`, { reason });
        return url;
      },
    },
    'document-review': {
      waiting: async (suite) => `/operations/documents/${idOf(await document(suite))}`,
    },
    'read-model': {
      '': async ({ operator }) =>
        hrefOf(embedded((await operator.get('/operations/webhooks/read-models')).body, 'read-models')[0]),
    },
    listSigningKeyRotations: { '': at('/operations/signing-key-rotations') },
  },
};

export const offeringStates: readonly OfferingState[] = Object.entries(table).flatMap(([by, kinds]) =>
  Object.entries(kinds).flatMap(([kind, states]) =>
    Object.entries(states).map(([state, make]) => ({
      name: state === '' ? kind : `${kind}, ${state}`,
      kind,
      state,
      by: by as OfferingState['by'],
      make,
    })),
  ),
);

/**
 * Writes of these kinds are not sent, because everybody who shares the suite, or the account and its time, would feel
 * them.
 */
export const unsent: ReadonlySet<string> = new Set([
  ...['read-model', 'listSigningKeyRotations', 'sandbox-bank-behavior', 'sandbox-clock', 'listSandboxClockAdvances'],
]);
