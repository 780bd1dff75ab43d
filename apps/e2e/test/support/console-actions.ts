import type { PublicRoute } from '@halyard/public-api';
import type { HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { newCustomerToProve, uploadDocument } from './documents.js';
import { decideOn } from './integration.js';
import {
  bankAccount,
  companyBody,
  embedded,
  fundedHolder,
  hrefOf,
  idOf,
  personalCustomer,
  transferOf,
} from './journeys.js';

const makers = {
  customer: (client: HalClient) => client.create('/customers', personalCustomer()),
  deactivated: async (client: HalClient) => {
    const url = await client.create('/customers', personalCustomer());
    await client.post(url, { status: 'deactivated' });
    return url;
  },
  retry: (client: HalClient) => client.create('/customers', personalCustomer({ firstName: 'retry' })),
  toProve: newCustomerToProve,
  company: (client: HalClient) => client.create('/customers', companyBody()),
  document: async (client: HalClient) => uploadDocument(client, await newCustomerToProve(client)),
  bank: async (client: HalClient) =>
    client.create(`${await client.create('/customers', personalCustomer())}/funding-sources`, bankAccount()),
  transfer: async (client: HalClient) => {
    const { bank, balance } = await fundedHolder(client, '20.00');
    return client.create('/transfers', transferOf(bank, balance, '5.00'));
  },
  subscription: (client: HalClient) =>
    client.create('/webhook-subscriptions', {
      url: 'http://127.0.0.1:9/hooks',
      secret: 'not-a-secret-but-long-enough',
    }),
  webhook: async (client: HalClient) => {
    const url = await makers.subscription(client);
    await client.create('/customers', personalCustomer());
    return waitFor('a webhook', async () => {
      const [first] = embedded((await client.get(`${url}/webhooks`)).body, 'webhooks');
      return first && hrefOf(first);
    });
  },
  application: (client: HalClient) =>
    client.create('/applications', { name: 'Books', kind: 'server', scopes: ['transactions'] }),
  invitation: (client: HalClient) =>
    client.create('/invitations', { email: `${crypto.randomUUID()}@example.com`, name: 'Grace', role: 'viewer' }),
};
/** A kind of resource that belongs to an account. */
type Kind = keyof typeof makers;
export type Places = Readonly<Record<Kind, string>>;

/** Makes one resource of each kind. @returns their paths */
export async function makePlaces(client: HalClient): Promise<Places> {
  const made: [string, string][] = [];
  for (const [kind, make] of Object.entries(makers)) made.push([kind, new URL(await make(client)).pathname]);
  return Object.fromEntries(made) as Places;
}

/** The path of a page in the table of actions. */
export const pathOf = (place: string, places: Places): string =>
  place.startsWith('/') ? place : places[place as Kind];

/** Makes applications that operators can look at: one that waits for a review, and one that was approved. */
export async function makeReviews(client: HalClient, operator: HalClient): Promise<void> {
  const integration = (name: string) => ({
    ...{ name, kind: 'integration', scopes: ['transactions'] },
    redirectUrls: ['https://books.example/callback'],
  });
  await client.create('/applications', integration('Waits'));
  const approved = await client.create('/applications', integration('Approved'));
  await decideOn(operator, idOf(approved), 'approvals', { permissions: 'read' });
}

/** The actions that each page offers to people who may take them, with the route of each action. */
export const actions: Readonly<Partial<Record<Kind | `/${string}`, readonly (readonly [string, PublicRoute])[]>>> = {
  '/customers': [['Create customer', 'createCustomer']],
  '/customers/new': [['Create customer', 'createCustomer']],
  customer: [
    ['Edit', 'updateCustomer'],
    ['Deactivate', 'updateCustomer'],
    ['Create funding source', 'createCustomerFundingSource'],
    ['Link by log-in', 'createIavToken'],
  ],
  deactivated: [['Reactivate', 'updateCustomer']],
  retry: [['Retry verification', 'updateCustomer']],
  toProve: [['Upload document', 'uploadCustomerDocument']],
  company: [
    ['Certify owners', 'certifyBeneficialOwnership'],
    ['Suspend', 'updateCustomer'],
  ],
  bank: [
    ['Remove', 'updateFundingSource'],
    ['Start micro-deposits', 'startOrVerifyMicroDeposits'],
  ],
  '/transfers/new': [['Create transfer', 'createTransfer']],
  transfer: [
    ['Cancel transfer', 'cancelTransfer'],
    ['Process', 'simulateTransfer'],
    ['Process as returned…', 'simulateTransfer'],
  ],
  '/webhook-subscriptions': [['Create subscription', 'createWebhookSubscription']],
  subscription: [
    ['Edit', 'updateWebhookSubscription'],
    ['Pause', 'updateWebhookSubscription'],
    ['Rotate secret', 'updateWebhookSubscription'],
    ['Replay events', 'createReplay'],
    ['Resend matching', 'retryWebhook'],
    ['Remove', 'deleteWebhookSubscription'],
  ],
  webhook: [['Resend', 'retryWebhook']],
  '/applications': [['Create application', 'createApplication']],
  application: [
    ['Save', 'changeApplication'],
    ['Rotate secret', 'createApplicationSecret'],
    ['Revoke secrets…', 'createApplicationSecret'],
  ],
  '/team': [
    ['Invite', 'createInvitation'],
    ['Edit', 'changePerson'],
    ['Remove', 'changePerson'],
    ['Withdraw', 'withdrawInvitation'],
  ],
  document: [
    ['Approve', 'approveDocument'],
    ['Reject…', 'rejectDocument'],
  ],
  '/operations/accounts': [
    ['Open account', 'openAccount'],
    ['Suspend', 'suspendAccount'],
  ],
  '/operations/people': [['Suspend', 'suspendPerson']],
  // Others make applications as well, so the first page of a list of all may have none of these.
  '/operations/applications?status=waiting': [
    ['Approve', 'approveApplication'],
    ['Reject…', 'rejectApplication'],
  ],
  '/operations/applications?status=active': [['Suspend', 'suspendApplication']],
  '/operations/read-models': [['Rebuild', 'rebuildWebhooksReadModel']],
  '/operations/legal-holds': [['Set legal hold', 'setLegalHold']],
  '/operations/erasures': [['Erase…', 'eraseCustomer']],
  '/sandbox-clock': [
    ['Advance', 'advanceSandboxClock'],
    ['Change clock', 'changeSandboxClock'],
  ],
  '/sandbox-bank-behavior': [['Edit', 'changeSandboxBankBehavior']],
  '/bank-files': [['Upload file', 'uploadBankFile']],
  // This page comes last: trying whether banks may be simulated simulates them.
  '/': [['Process bank transfers', 'simulateBankProcessing']],
};
