// Runs: embedded
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askForChromium, titleIn } from './support/browser.js';
import { makePlaces, makeReviews, type Places } from './support/console-actions.js';
import { ConsoleStage } from './support/console-stage.js';
import { ConsoleView, PAYMENT } from './support/console-view.js';
import type { Login } from './support/people.js';

const offer = await askForChromium();

/** The pages of the navigation, and those that it leads to. */
const pages: readonly (readonly [path: string, heading: string])[] = [
  ['/', 'Overview'],
  ['/transfers', 'Transfers'],
  ['/transfers/new', 'Create transfer'],
  ['/customers', 'Customers'],
  ['/customers/new', 'Create customer'],
  ['/funding-sources', 'Funding sources'],
  ['/webhook-subscriptions', 'Webhooks'],
  ['/events', 'Events'],
  ['/requests', 'Requests'],
  ['/applications', 'Applications'],
  ['/team', 'Team'],
  ['/account', 'Account'],
  ['/statement', 'Month'],
  ['/idempotency-keys', 'Idempotency keys'],
  ['/sandbox-clock', 'Clock'],
  ['/sandbox-clock/advances', 'Advances'],
  ['/sandbox-bank-behavior', 'Bank behavior'],
  ['/bank-files', 'Bank files'],
  ['/nothing', 'Not found'],
];

const ofResources: readonly (readonly [kind: keyof Places, heading: string | RegExp])[] = [
  ['customer', 'Ada Byron'],
  ['toProve', 'document Asked'],
  ['company', 'Engines'],
  ['bank', 'Checking'],
  ['transfer', PAYMENT],
  ['subscription', 'http://127.0.0.1:9/hooks'],
  ['webhook', /^[a-z_]+$/],
  ['application', 'Books'],
];

const ofOperators: readonly (readonly [path: string, heading: string])[] = [
  ['', 'Operations'],
  ['/accounts', 'Accounts'],
  ['/people', 'People'],
  ['/applications', 'Applications'],
  ['/documents', 'Documents'],
  ['/parked-messages', 'Parked messages'],
  ['/read-models', 'Read models'],
  ['/legal-holds', 'Legal holds'],
  ['/erasures', 'Erasures'],
  ['/ledger', 'Ledger'],
];

/** Every page once: with axe, wide and narrow, by day and by night, and by the keyboard alone. */
(offer.missing === undefined ? describe : describe.skip)(titleIn('a walk through the console', offer), () => {
  let stage: ConsoleStage;
  let places: Places;
  let operator: ConsoleView;

  beforeAll(async () => {
    stage = await ConsoleStage.open('console-walk', offer);
    const { shared, browser } = stage;
    places = await makePlaces(shared.client);
    await makeReviews(shared.client, shared.operator);
    const demo = JSON.parse(await readFile(shared.suite.demoFile, 'utf8')) as { operator: Login };
    operator = await ConsoleView.open(browser, shared.client.connection.baseUrl, demo.operator);
    stage.view.errors.length = 0;
  });
  afterAll(() => stage.close());

  it.each(pages)('finds %s open to everybody', async (path, heading) => {
    expect(await stage.view.walk(path, heading)).toEqual([]);
  });

  it.each(ofResources)('finds the page of a %s open to everybody', async (kind, heading) => {
    expect(await stage.view.walk(places[kind], heading)).toEqual([]);
  });

  it.each(ofOperators)('finds /operations%s open to everybody', async (path, heading) => {
    expect(await operator.walk(`/operations${path}`, heading)).toEqual([]);
  });

  it('finds a document open to everybody', async () => {
    expect(await operator.walk(places.document, 'Document')).toEqual([]);
  });

  it('leaves nothing in the browser, asks nobody else, and breaks no rule of the policy of pages', async () => {
    const { page, view } = stage;
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, name])',
    );
    expect(kept).not.toMatch(/eyJ|@example|Byron|token/);
    expect([...view.origins]).toEqual([new URL(stage.shared.client.connection.baseUrl).origin]);
    expect([view.alarms, operator.alarms]).toEqual([[], []]);
    expect(view.errors.filter((error) => !error.includes('/console/nothing'))).toEqual([]);
  });
});
