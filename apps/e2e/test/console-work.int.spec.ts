// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { askForChromium, savedIn, titleIn } from './support/browser.js';
import { ConsoleStage } from './support/console-stage.js';
import type { ConsoleView } from './support/console-view.js';
import { embedded, hrefOf, idOf, personalCustomer, transferOf } from './support/journeys.js';
import type { SharedSuite } from './support/shared-suite.js';
import { Subscriber } from './support/subscriber.js';

const offer = await askForChromium();

(offer.missing === undefined ? describe : describe.skip)(titleIn('work in the console', offer), () => {
  let stage: ConsoleStage;
  let shared: SharedSuite;
  let subscriber: Subscriber;
  let view: ConsoleView;
  let page: Page;

  const newCustomer = () =>
    shared.client.create('/customers', {
      firstName: 'Ada',
      lastName: 'King',
      email: `${crypto.randomUUID()}@example.com`,
    });

  beforeAll(async () => {
    stage = await ConsoleStage.open('console-work', offer);
    ({ shared, view, page, subscriber } = stage);
  });
  afterAll(() => stage.close());

  it('resends what the filters match, and replays a range to another address', async () => {
    const subscription = await shared.client.create('/webhook-subscriptions', {
      url: subscriber.url,
      secret: 'a secret of this test',
    });
    for (const _ of [1, 2, 3]) await newCustomer();
    const id = idOf(subscription);
    await view.visit(`/webhook-subscriptions/${id}?state=delivered&limit=1`, subscriber.url);
    await view.region('Health').getByText('0 of 3 (0 %)').waitFor();
    await view.button('Resend matching').click();
    const ask = view.dialog('Resend matching');
    await ask.getByText(/^3 deliveries will be tried again at once/).waitFor();
    expect(await view.faults()).toEqual([]);
    await ask.getByRole('button', { name: 'Resend 3 deliveries' }).click();
    await page.getByText('3 of 3 deliveries resent').waitFor();
    await view.region('Health').getByText('0 of 6 (0 %)').waitFor();

    const elsewhere = await Subscriber.listen();
    try {
      await view.button('Replay events').click();
      const form = view.dialog('Replay events');
      await form.getByRole('textbox', { name: 'From sequence' }).fill('2');
      await form.getByRole('textbox', { name: 'To sequence' }).fill('3');
      await form.getByRole('textbox', { name: 'Url' }).fill(elsewhere.url);
      await form.getByRole('button', { name: 'Replay events' }).click();
      await view.heading('Replay');
      await page.getByText('All events are queued: 2 of the numbers 2 to 3.').waitFor();
      expect(await page.getByRole('progressbar', { name: 'Progress' }).getAttribute('value')).toBe('2');
      expect(await view.faults()).toEqual([]);
    } finally {
      await elsewhere.close();
    }
  });

  it('sums a month up, and says where the money was at both ends', async () => {
    const { client } = shared;
    await client.create('/customers', personalCustomer({ firstName: 'Mary', lastName: 'Ross' }));
    const { body } = await client.get(`/accounts/${client.connection.accountId}/funding-sources`);
    const sources = embedded(body, 'funding-sources');
    const [bank = '', balance = ''] = ['bank', 'balance'].map((type) =>
      hrefOf(sources.find((source) => source['type'] === type)),
    );
    for (const value of ['12.50', '7.25']) await client.create('/transfers', transferOf(bank, balance, value));
    for (const _ of [1, 2, 3]) await client.post('/sandbox-simulations');
    await view.visit('/', 'Overview');
    await view.button('Commands').click();
    await view.dialog('Commands').getByRole('searchbox').fill('Month');
    await page.keyboard.press('Enter');
    await view.heading('Month');
    await page
      .getByRole('table', { name: 'Sums', exact: true })
      .getByRole('row')
      .filter({ hasText: 'Bank to balance' })
      .filter({ hasText: '19.75 USD' })
      .waitFor();
    const balances = page.getByRole('table', { name: 'Balances', exact: true }).getByRole('row');
    const [own, ofCustomer] = ['console-work', 'Mary Ross'].map((name) =>
      balances.filter({ has: page.getByRole('link', { name, exact: true }) }),
    );
    await own?.filter({ hasText: '5,019.75 USD' }).filter({ hasText: '0.00 USD' }).waitFor();
    await ofCustomer?.waitFor();
    for (const name of ['Fees earned', 'Earlier payments returned', 'Balances below zero'])
      await view.region(name).waitFor();
    const saved = page.waitForEvent('download');
    await own?.getByRole('link', { name: 'CSV', exact: true }).click();
    const file = String(await savedIn(await saved));
    expect(file.split('\r\n').slice(0, 1)).toEqual(['row,revision,at,amount,balance,currency,transfer']);
    expect(file).toContain('5019.75');
    expect(await view.faults()).toEqual([]);
    await page.getByRole('textbox', { name: 'Month', exact: true }).fill('2020-01');
    await page.keyboard.press('Enter');
    await page.getByText('No payment was made.').waitFor();
    await page.getByText('2020-01-01 to 2020-01-31, UTC.').waitFor();
    expect(new URL(page.url()).search).toBe('?month=2020-01');
    expect(await page.getByRole('textbox', { name: 'Month', exact: true }).inputValue()).toBe('January 2020');
    await page.getByRole('link', { name: 'December 2019', exact: true }).click();
    await page.getByRole('link', { name: 'January 2020', exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?month=2019-12');
  });
});
