// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { askForChromium, savedIn, titleIn } from './support/browser.js';
import { ConsoleStage } from './support/console-stage.js';
import type { ConsoleView } from './support/console-view.js';
import { hrefOf, idOf, personalCustomer, transferOf } from './support/journeys.js';
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
  const copied = () => view.copied();

  beforeAll(async () => {
    stage = await ConsoleStage.open('console-work', offer);
    ({ shared, view, page, subscriber } = stage);
  });
  afterAll(() => stage.close());

  describe('that needs a fresh log-in', () => {
    /** The console refuses one write, as it does where the log-in is old. */
    const refuseOnce = async (path: string): Promise<Request[]> => {
      const sent: Request[] = [];
      await page.route(path, async (route) => {
        const request = route.request();
        if (request.method() === 'GET') return route.continue();
        sent.push(request);
        if (sent.length > 1) return route.continue();
        return route.fulfill({ status: 401, json: { code: 'FreshLogInRequired', message: 'Log in again.' } });
      });
      return sent;
    };

    it('goes on with the form as it was filled in, under its key', async () => {
      await view.visit('/team', 'Team');
      const sent = await refuseOnce('**/console/api/invitations');
      await view.button('Invite').click();
      const form = view.dialog('Invite');
      await form.getByRole('textbox', { name: 'E-mail', exact: true }).fill('fresh@example.com');
      await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Grace Hopper');
      await form.getByRole('combobox', { name: 'Role', exact: true }).selectOption({ label: 'Treasurer' });
      const back = page.waitForEvent('load');
      await form.getByRole('button', { name: 'Invite' }).click();
      await back;
      await form.waitFor();
      expect(await form.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Grace Hopper');
      expect(await form.getByRole('combobox', { name: 'Role', exact: true }).inputValue()).toBe('treasurer');
      expect(
        await page.evaluate('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, name])'),
      ).not.toMatch(/Grace|example/);
      expect(await view.faults()).toEqual([]);
      await form.getByRole('button', { name: 'Invite' }).click();
      await page
        .getByRole('table', { name: 'Invitations' })
        .getByRole('row', { name: /fresh@example\.com/ })
        .waitFor();
      const keys = await Promise.all(sent.map((request) => request.headerValue('idempotency-key')));
      expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
      await page.unroute('**/console/api/invitations');
      await page.reload();
      await view.heading('Team');
      expect(await form.count()).toBe(0);
    });

    it('shows a new secret once, under the key of the press before', async () => {
      const path = await shared.client.create('/applications', { name: 'Books', kind: 'server' });
      await view.visit(`/applications/${idOf(path)}`, 'Books');
      const secrets = `**/console/api/applications/${idOf(path)}/secrets`;
      const sent = await refuseOnce(secrets);
      const back = page.waitForEvent('load');
      await view.button('Rotate secret').click();
      await back;
      await view.heading('Books');
      expect(await page.getByRole('dialog').count()).toBe(0);
      await view.button('Rotate secret').click();
      await view.dialog('New secret').waitFor();
      const keys = await Promise.all(sent.map((request) => request.headerValue('idempotency-key')));
      expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
      await page.keyboard.press('Escape');
      await page.unroute(secrets);
    });
  });

  it('is copied as a command with its key, and without what the page made in secret', async () => {
    await view.visit('/customers/new', 'Create customer');
    await page.getByRole('textbox', { name: 'First name' }).fill("Grace's");
    await view.button('Copy as curl').click();
    await page.getByText('Command copied').waitFor();
    expect(await copied()).toMatch(
      /^curl -sS '.*\/customers' .*\$HALYARD_TOKEN" -X POST -H 'Idempotency-Key: [\da-f-]{36}' .*"firstName":"Grace'\\''s"/,
    );
    await view.visit('/webhook-subscriptions', 'Webhooks');
    await page.getByRole('link', { name: 'Create subscription' }).click();
    const dialog = view.dialog('Create subscription');
    await dialog.getByRole('textbox', { name: 'Url' }).fill(subscriber.url);
    await dialog.getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Command copied').waitFor();
    expect(await copied()).toContain('"secret":"[secret]"');
  });

  it('resends what the filters match, and replays a range to another address', async () => {
    const subscription = await shared.client.create('/webhook-subscriptions', {
      url: subscriber.url,
      secret: 'a secret of this test',
    });
    for (const _ of [1, 2, 3]) await newCustomer();
    const id = idOf(subscription);
    await view.visit(`/webhook-subscriptions/${id}?state=delivered&limit=1`, subscriber.url);
    await view.region('Health').getByText('3, 0 failed').waitFor();
    await view.button('Resend matching').click();
    const ask = view.dialog('Resend matching');
    await ask.getByText('Resend 3 deliveries, all that the filters match?').waitFor();
    expect(await view.faults()).toEqual([]);
    await ask.getByRole('button', { name: 'Resend 3 deliveries' }).click();
    await page.getByText('3 of 3 deliveries resent').waitFor();
    await view.region('Health').getByText('6, 0 failed').waitFor();

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

  it('shows what was posted to a balance, with its total after each entry', async () => {
    const { connection } = shared.client;
    const { body } = await shared.client.get(`/accounts/${connection.accountId}/funding-sources`);
    const sources = body._embedded?.['funding-sources'] ?? [];
    const [bank, balance] = ['bank', 'balance'].map((type) =>
      hrefOf(sources.find((source) => source['type'] === type)),
    );
    for (const value of ['12.50', '7.25'])
      await shared.client.create('/transfers', transferOf(bank ?? '', balance ?? '', value));
    for (const _ of [1, 2, 3]) await shared.client.post('/sandbox-simulations');
    await view.visit(`/funding-sources/${idOf(balance ?? '')}`, 'Balance');
    const rows = page.getByRole('table', { name: 'Entries' }).getByRole('row');
    await rows.nth(2).waitFor();
    const entries = (await rows.allInnerTexts()).slice(1, 4).map((row) => row.split('\t').slice(1, 3));
    expect(entries[0]?.[1]).toBe('5,019.75 USD');
    expect(entries[2]).toEqual(['5,000.00 USD', '5,000.00 USD']);
    expect([entries[0]?.[0], entries[1]?.[0]].sort()).toEqual(['12.50 USD', '7.25 USD']);
    expect(await view.faults()).toEqual([]);
  });

  it('sums a month up, and says where the money was at both ends', async () => {
    await shared.client.create('/customers', personalCustomer({ firstName: 'Mary', lastName: 'Ross' }));
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
  });
});
