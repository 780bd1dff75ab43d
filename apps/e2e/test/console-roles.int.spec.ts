import { readFile } from 'node:fs/promises';
import { type PublicRoute, publicRoutes, type Route } from '@halyard/contracts';
import type { HalClient } from '@halyard/suite/client';
import { until } from '@halyard/suite/until';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { askForChromium, launchBrowser, titleIn } from './support/browser.js';
import { ConsoleView } from './support/console-view.js';
import { ConsoleVisitor, invitedPerson, type Login } from './support/console-visitor.js';
import { newCustomerToProve, uploadDocument } from './support/documents.js';
import {
  bankAccount,
  companyBody,
  embedded,
  fundedHolder,
  hrefOf,
  personalCustomer,
  transferOf,
} from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
const NOBODYS_ID = '01900000-0000-7000-8000-000000000000';

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
    return until('a webhook', async () => {
      const [first] = embedded((await client.get(`${url}/webhooks`)).body, 'webhooks');
      return first && hrefOf(first);
    });
  },
  application: (client: HalClient) => client.create('/applications', { name: 'Books', kind: 'server' }),
  invitation: (client: HalClient) =>
    client.create('/invitations', { email: `${crypto.randomUUID()}@example.com`, name: 'Grace', role: 'viewer' }),
};
/** What is of an account, by the name of its kind. */
type Kind = keyof typeof makers;
type Places = Readonly<Record<Kind, string>>;

const integration = (name: string) => ({
  ...{ name, kind: 'integration', scopes: ['transactions'] },
  redirectUrls: ['https://books.example/callback'],
});

/** What each page offers who may do it, and the route that does it. */
const actions: Readonly<Partial<Record<Kind | `/${string}`, readonly (readonly [string, PublicRoute])[]>>> = {
  '/customers': [['Create customer', 'createCustomer']],
  '/customers/new': [['Create customer', 'createCustomer']],
  customer: [
    ['Edit', 'updateCustomer'],
    ['Deactivate', 'updateCustomer'],
    ['Create', 'createCustomerFundingSource'],
  ],
  deactivated: [['Reactivate', 'updateCustomer']],
  retry: [['Retry verification', 'updateCustomer']],
  toProve: [['Verify with document', 'uploadCustomerDocument']],
  company: [
    ['Certify beneficial ownership', 'certifyBeneficialOwnership'],
    ['Suspend', 'updateCustomer'],
  ],
  bank: [
    ['Remove', 'updateFundingSource'],
    ['Start micro-deposits', 'startOrVerifyMicroDeposits'],
  ],
  '/transfers/new': [['Create transfer', 'createTransfer']],
  transfer: [
    ['Cancel transfer', 'cancelTransfer'],
    ['Simulate', 'simulateTransfer'],
    ['Return…', 'simulateTransfer'],
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
  '/operations/applications': [
    ['Approve', 'approveApplication'],
    ['Reject…', 'rejectApplication'],
    ['Suspend', 'suspendApplication'],
  ],
  '/operations/read-models': [['Rebuild', 'rebuildWebhooksReadModel']],
  '/operations/legal-holds': [['Set legal hold', 'setLegalHold']],
  '/operations/erasures': [['Erase…', 'eraseCustomer']],
  // At last: to ask whether banks may be simulated simulates them.
  '/': [['Process bank transfers', 'simulateBankProcessing']],
};

const ofOperators = [
  '',
  '/accounts',
  '/people',
  '/applications',
  '/documents',
  '/parked-messages',
  '/parked-messages?service=transfers&key=1',
  '/read-models',
  '/legal-holds',
  '/erasures',
  '/ledger',
];

(offer.missing === undefined ? describe : describe.skip)(titleIn('what the console offers', offer), () => {
  let shared: SharedSuite;
  let browser: Browser;

  beforeAll(async () => {
    shared = await SharedSuite.join('console-roles');
    browser = await launchBrowser(offer);
    await shared.client.create('/applications', integration('Waits'));
    const approved = await shared.client.create('/applications', integration('Approved'));
    await shared.operator.post(`/operations${new URL(approved).pathname}/approvals`, {});
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await shared.leave();
  });

  async function placesOf(client: HalClient): Promise<Places> {
    const made: [string, string][] = [];
    for (const [kind, make] of Object.entries(makers)) made.push([kind, new URL(await make(client)).pathname]);
    return Object.fromEntries(made) as Places;
  }

  /** Whether the API lets a person do it: who may not is told before anything else is looked at. */
  async function isAllowed(visitor: ConsoleVisitor, name: PublicRoute): Promise<boolean> {
    const { method, path }: Route = publicRoutes[name];
    const address = path.replaceAll(/:\w+/g, NOBODYS_ID);
    const { status } = await (method === 'DELETE' ? visitor.api('DELETE', address) : visitor.api('POST', address, {}));
    return status !== 403;
  }

  async function compare(login: Login, places: Places): Promise<ConsoleView> {
    const visitor = await ConsoleVisitor.open(shared.client);
    await visitor.logIn(login);
    const view = await ConsoleView.open(browser, shared.client.connection.baseUrl, login);
    const offered: string[] = [];
    const allowed: string[] = [];
    for (const [place, rows = []] of Object.entries(actions)) {
      await view.page.goto(`/console${place.startsWith('/') ? place : places[place as Kind]}`);
      await view.page.getByRole('heading', { level: 1 }).waitFor();
      await view.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
      for (const [label, route] of rows) {
        const name = `${place}: ${label}`;
        if (await isAllowed(visitor, route)) allowed.push(name);
        const [button, link] = (['button', 'link'] as const).map((role) =>
          view.page.getByRole(role, { name: label, exact: true }),
        );
        const found = button && link ? button.or(link).first() : undefined;
        if (found && (await found.count()) > 0 && (await found.isEnabled())) offered.push(name);
      }
    }
    expect(offered).toEqual(allowed);
    await visitor.close();
    return view;
  }

  it.each(['viewer', 'member', 'treasurer', 'owner'])(
    'to a %s is what the API allows, and no page of operators',
    async (role) => {
      const login = await invitedPerson(shared.suite, shared.client, role);
      const view = await compare(login, await placesOf(shared.client));
      for (const page of ofOperators) await view.visit(`/operations${page}`, 'Not found');
      await view.page.context().close();
    },
    300_000,
  );

  it('to an operator is what the API allows', async () => {
    const { operator } = JSON.parse(await readFile(shared.suite.demoFile, 'utf8')) as { operator: Login };
    const view = await compare(operator, await placesOf(shared.operator));
    await view.page.context().close();
  }, 300_000);
});
