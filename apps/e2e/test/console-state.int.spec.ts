// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@halyard/testing/waiting';
import type { Page } from 'playwright-core';
import { askForChromium, titleIn } from './support/browser.js';
import { ConsoleStage } from './support/console-stage.js';
import { ConsoleView } from './support/console-view.js';
import { newCustomerToProve } from './support/documents.js';
import { balanceOf, companyBody, fundedHolder, idOf, newHolder, transferOf } from './support/journeys.js';
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
    const volume = view.region('Volume of 30 days');
    await volume.getByRole('img', { name: /The most on \d{4}-\d\d-\d\d: [\d,]+\.00 USD/ }).waitFor();
    expect(await volume.locator('rect').count()).toBe(30);
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

  it('is told in the zone of the person, with UTC beside it', async () => {
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
    const beside = `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`;
    const local = new Intl.DateTimeFormat('en', {
      ...{ dateStyle: 'medium', timeStyle: 'medium', timeZone: 'America/New_York' },
    } as const).format(new Date(at));
    expect(await moment.first().textContent()).toBe(local + beside);
    await there.page.context().close();
  });

  it('is said of a customer: what its status means, and what changes it', async () => {
    const { client } = shared;
    const [unproved, company] = [await newCustomerToProve(client), await client.create('/customers', companyBody())];
    await view.visit(new URL(unproved).pathname, 'document Asked');
    await page.getByText('Once one is uploaded, an operator reviews it.').waitFor();
    await view.visit(new URL(company).pathname, 'Engines');
    await page.getByText('The identity was checked.').waitFor();
    await view.region('Certification').getByText('uncertified').waitFor();
    expect(await view.faults()).toEqual([]);
  });

  it('is said of a bank before it is removed: what is cancelled then', async () => {
    const { client } = shared;
    const holder = await fundedHolder(client, '20.00');
    await client.create('/transfers', transferOf(holder.balance, holder.bank, '5.00'));
    await view.visit(new URL(holder.bank).pathname, 'Checking');
    await view.button('Remove').click();
    await view.dialog('Remove').getByText('What is on its way to this bank is cancelled: 1 transfer.').waitFor();
    expect(await view.faults()).toEqual([]);
  });

  it('is said of a payment: what it takes of the limit of its sender', async () => {
    const { client } = shared;
    const customer = await client.create('/customers', {
      firstName: 'Ada',
      lastName: 'King',
      email: `${crypto.randomUUID()}@example.com`,
    });
    const receiver = await newHolder(client);
    const bank = await client.create(`${customer}/funding-sources`, {
      routingNumber: '222222226',
      accountNumber: '4499887766',
      bankAccountType: 'checking',
      name: 'Checking',
    });
    await client.create(`${bank}/micro-deposits`, {});
    const amounts = ['0.03', '0.07'].map((value) => ({ value, currency: 'USD' }));
    await client.post(`${bank}/micro-deposits`, { amount1: amounts[0], amount2: amounts[1] });
    const made = await client.create(
      '/transfers',
      transferOf(bank, await balanceOf(client, receiver.customer), '6.00'),
    );
    await view.visit(`/transfers/${idOf(made)}`, 'Payment');
    await page.getByText(/^Of the limit of the week from \d{4}-\d\d-\d\d$/).waitFor();
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
});
