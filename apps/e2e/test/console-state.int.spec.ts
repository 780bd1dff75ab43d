// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@halyard/testing/waiting';
import type { Page } from 'playwright-core';
import { askForChromium, savedIn, titleIn } from './support/browser.js';
import { ConsoleStage } from './support/console-stage.js';
import { ConsoleView, PAYMENT } from './support/console-view.js';
import { newCustomerToProve } from './support/documents.js';
import { fundedHolder, idOf, newHolder, personalCustomer, transferOf } from './support/journeys.js';
import { LinkingWalk } from './support/linking-walk.js';
import type { SharedSuite } from './support/shared-suite.js';
import type { Subscriber } from './support/subscriber.js';

const offer = await askForChromium();

(offer.missing === undefined ? describe : describe.skip)(titleIn('the state of things in the console', offer), () => {
  let stage: ConsoleStage;
  let shared: SharedSuite;
  let subscriber: Subscriber;
  let view: ConsoleView;
  let page: Page;

  beforeAll(async () => {
    stage = await ConsoleStage.open('console-state', offer);
    ({ shared, view, page, subscriber } = stage);
  });
  afterAll(() => stage.close());

  it('is in the overview: what waits, what failed and why, and what was moved', async () => {
    const { client } = shared;
    await newCustomerToProve(client);
    const subscription = await client.create('/webhook-subscriptions', {
      url: subscriber.url,
      secret: 'a secret of this test',
    });
    await client.post(subscription, { paused: true });
    const holder = await fundedHolder(client, '20.00');
    const failing = await client.create('/transfers', transferOf(holder.bank, holder.balance, '4.00'));
    await client.post(`${new URL(failing).pathname}/simulation`, { action: 'fail', code: 'R01' });
    await view.visit('/', 'Overview');
    const waiting = view.region('Waiting');
    await waiting.getByRole('link', { name: '1 customer has to be verified' }).waitFor();
    await waiting.getByRole('link', { name: '1 subscription is paused' }).waitFor();
    await view.region('Failed today').getByText('R01 Insufficient Funds').waitFor();
    const chart = view.region('Payments of 30 days').getByRole('figure', { name: /^Amount by day/ });
    await chart.waitFor();
    expect(await chart.locator('.day').count()).toBe(30);
    expect(await view.faults()).toEqual([]);
    await waiting.getByRole('link', { name: '1 customer has to be verified' }).click();
    await view.heading('Customers');
    await page.getByRole('row').filter({ hasText: 'Asked' }).waitFor();
  });

  it('is in the overview: what failed today, though it was sent days ago', async () => {
    const { client } = shared;
    const holder = await fundedHolder(client, '20.00');
    const sent = await client.create('/transfers', transferOf(holder.bank, holder.balance, '4.56'));
    await client.post(`${new URL(sent).pathname}/simulation`, { action: 'fail', code: 'R03' });
    const sentToday = /\/console\/api\/transfers\?.*startDate=/;
    const none = { _links: {}, _embedded: { transfers: [] }, total: 0 };
    await page.route(sentToday, (route) => route.fulfill({ json: none }));
    await view.visit('/', 'Overview');
    const row = view.region('Failed today').getByRole('row').filter({ hasText: '4.56 USD' });
    await row.getByText('R03').waitFor();
    await page.unroute(sentToday);
  });

  it('is told in UTC wherever the person is, with their own time at hand', async () => {
    const { customer } = await newHolder(shared.client);
    const { created } = (await shared.client.get(customer)).body;
    const at = String(created);
    const { baseUrl } = shared.client.connection;
    const there = await ConsoleView.open(stage.browser, baseUrl, stage.owner, 'America/New_York');
    await there.visit(new URL(customer).pathname, 'Ada Byron');
    const moment = there.page
      .getByRole('main')
      .getByRole('definition')
      .filter({ has: there.page.locator('time') });
    const day = new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', day: 'numeric' }).format(new Date(at));
    const told = `${day}, ${at.slice(11, 19)} UTC`;
    const local = new Intl.DateTimeFormat('en', {
      ...{ dateStyle: 'medium', timeStyle: 'medium', timeZone: 'America/New_York' },
    } as const).format(new Date(at));
    expect(await moment.first().textContent()).toBe(told);
    expect(await moment.first().locator('time').getAttribute('title')).toBe(`${local} where you are`);
    await there.page.context().close();
  });

  it('is said of an event: to whom it was sent, and it is sent again', async () => {
    const { client } = shared;
    await client.create('/webhook-subscriptions', { url: subscriber.url, secret: 'a secret of this test' });
    const { customer } = await newHolder(client);
    await view.visit(`/events?resourceId=${idOf(customer)}&topic=customer_created`, 'Events');
    await page.getByRole('table', { name: 'Events' }).getByRole('link').first().click();
    await view.heading('customer_created');
    const row = view.region('Deliveries').getByRole('row').filter({ hasText: 'delivered' });
    await row.waitFor();
    await row.getByRole('button', { name: 'Send again' }).click();
    await view.dialog('Send again').getByRole('button', { name: 'Send again' }).click();
    await page.getByText('Send again: done').waitFor();
    expect(await view.faults()).toEqual([]);
    const sent = () =>
      subscriber.deliveries.filter(
        ({ topic, resourceId }) => topic === 'customer_created' && resourceId === idOf(customer),
      );
    await until('it is sent again', () => sent().length === 2);
  });

  it('of a bank changes by a log-in to it, on a page that opens beside this one', async () => {
    const customer = await shared.client.create('/customers', personalCustomer());
    await view.visit(`/customers/${idOf(customer)}`, 'Ada Byron');
    await view.button('Link by log-in').click();
    const dialog = view.dialog('Link by log-in');
    const opened = page.context().waitForEvent('page');
    await dialog.getByRole('link', { name: 'Open the page in a new tab' }).click();
    const tab = await opened;
    await tab.waitForURL('**/linking/applications/*');
    const walk = LinkingWalk.in(tab, shared.client.connection.baseUrl);
    expect(await view.faults()).toEqual([]);
    await walk.choose();
    await walk.logIn();
    await walk.answer();
    await walk.select(/Checking/);
    await walk.reach('Your bank is linked');
    await walk.page.close();
    await dialog.getByRole('button', { name: 'Close' }).click();
    const bank = view.region('Funding sources').getByRole('row').filter({ hasText: 'bank' });
    await bank.getByText('verified', { exact: true }).waitFor();
  });

  it('changes by a transfer between parties that are found by their names, once for who goes back to it', async () => {
    const { client } = shared;
    await newHolder(client, { firstName: 'Zenobia', lastName: 'Quill' });
    await view.visit('/transfers/new', 'Create transfer');
    await view.choose('From', 'Zenob', /Zenobia Quill · Checking/);
    await view.choose('To', 'Balance', /^console-state · Balance$/);
    await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('3.00');
    await page.getByText('More', { exact: true }).click();
    await page.getByRole('textbox', { name: 'Correlation ID', exact: true }).fill('-1.2');
    expect(await view.faults()).toEqual([]);
    await view.button('Create transfer').click();
    await view.button(/^Send /).click();
    await view.heading(PAYMENT);
    await page.getByRole('figure', { name: /^Flow: Zenobia Quill · Checking ••\d{4}, then console-state/ }).waitFor();
    const made = page.url();
    await page.goBack();
    await view.heading('Create transfer');
    await view.button('Create transfer').click();
    await view.button(/^Send /).click();
    await view.heading(PAYMENT);
    expect(page.url()).toBe(made);
    expect(await view.faults()).toEqual([]);
    await view.visit('/transfers?correlationId=-1.2&startAmount=3&endAmount=3.00&status=pending', 'Transfers');
    const saved = page.waitForEvent('download');
    await view.button('Export CSV').click();
    const lines = String(await savedIn(await saved))
      .trimEnd()
      .split('\r\n');
    // The heading, and the two transfers of the payment.
    expect(lines).toHaveLength(3);
    expect(lines.filter((line) => line.includes(`'-1.2`))).toHaveLength(1);
    expect(await view.faults()).toEqual([]);
  });
});
