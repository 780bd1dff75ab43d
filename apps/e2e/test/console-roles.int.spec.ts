import { type PublicRoute, publicRoutes, type Route } from '@halyard/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { askForChromium, launchBrowser, titleIn } from './support/browser.js';
import { ConsoleView } from './support/console-view.js';
import { ConsoleVisitor, invitedPerson } from './support/console-visitor.js';
import { personalCustomer } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
const NOBODYS_ID = '01900000-0000-7000-8000-000000000000';

/** What is of an account, by the name of its kind. */
type Places = Readonly<Record<'customer' | 'subscription' | 'application', string>>;

/** A page, what it offers who may do it, and the route that does it. */
const actions: readonly (readonly [page: keyof Places | `/${string}`, button: string, route: PublicRoute])[] = [
  ['customer', 'Edit', 'updateCustomer'],
  ['customer', 'Deactivate', 'updateCustomer'],
  ['subscription', 'Pause', 'updateWebhookSubscription'],
  ['subscription', 'Rotate secret', 'updateWebhookSubscription'],
  ['subscription', 'Remove', 'deleteWebhookSubscription'],
  ['application', 'Save', 'changeApplication'],
  ['application', 'Rotate secret', 'createApplicationSecret'],
  ['/team', 'Invite', 'createInvitation'],
  ['/transfers/new', 'Create transfer', 'createTransfer'],
];

const ofOperators = [
  '',
  '/accounts',
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
  let places: Places;

  beforeAll(async () => {
    shared = await SharedSuite.join('console-roles');
    const { client } = shared;
    browser = await launchBrowser(offer);
    places = {
      customer: await client.create('/customers', personalCustomer()),
      subscription: await client.create('/webhook-subscriptions', {
        url: 'http://127.0.0.1:9/hooks',
        secret: 'not-a-secret-but-long-enough',
      }),
      application: await client.create('/applications', { name: 'Books', kind: 'server' }),
    };
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await shared.leave();
  });

  /** Whether the API lets a person do it: who may not is told before anything else is looked at. */
  async function isAllowed(visitor: ConsoleVisitor, name: PublicRoute): Promise<boolean> {
    const { method, path }: Route = publicRoutes[name];
    const address = path.replaceAll(/:\w+/g, NOBODYS_ID);
    const { status } = await (method === 'DELETE' ? visitor.api('DELETE', address) : visitor.api('POST', address, {}));
    return status !== 403;
  }

  it.each(['viewer', 'member', 'treasurer', 'owner'])(
    'to a %s is what the API allows, and no page of operators',
    async (role) => {
      const login = await invitedPerson(shared.suite, shared.client, role);
      const visitor = await ConsoleVisitor.open(shared.client);
      await visitor.logIn(login);
      const view = await ConsoleView.open(browser, shared.client.connection.baseUrl, login);
      const main = view.page.getByRole('main');
      const offered: string[] = [];
      const allowed: string[] = [];
      for (const [place, button, route] of actions) {
        const path = place.startsWith('/') ? place : new URL(places[place as keyof Places], 'http://any').pathname;
        await view.page.goto(`/console${path}`);
        await main.getByRole('heading', { level: 1 }).waitFor();
        await view.page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
        const name = `${place}: ${button}`;
        if (await isAllowed(visitor, route)) allowed.push(name);
        const found = main.getByRole('button', { name: button, exact: true });
        if ((await found.count()) > 0 && (await found.first().isEnabled())) offered.push(name);
      }
      expect(offered).toEqual(allowed);
      for (const page of ofOperators) await view.visit(`/operations${page}`, 'Not found');
      await view.page.context().close();
      await visitor.close();
    },
    300_000,
  );
});
