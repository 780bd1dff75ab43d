// Runs: embedded
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '@halyard/testing/waiting';
import type { Page } from 'playwright-core';
import { askForChromium, titleIn } from './support/browser.js';
import { ConsoleStage } from './support/console-stage.js';
import { PAYMENT } from './support/console-view.js';
import type { ConsoleView } from './support/console-view.js';
import { companyBody, idOf, newHolder } from './support/journeys.js';
import type { SharedSuite } from './support/shared-suite.js';
import type { Subscriber } from './support/subscriber.js';

const offer = await askForChromium();

(offer.missing === undefined ? describe : describe.skip)(titleIn('pages of the console', offer), () => {
  let stage: ConsoleStage;
  let shared: SharedSuite;
  let subscriber: Subscriber;
  let view: ConsoleView;
  let page: Page;

  beforeAll(async () => {
    stage = await ConsoleStage.open('console-pages', offer);
    ({ shared, view, page, subscriber } = stage);
  });
  afterAll(() => stage.close());

  it('lead from an empty list to a customer, by the form of the API', async () => {
    await view.visit('/', 'Overview');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers', exact: true }).click();
    await view.heading('Customers');
    await page.getByRole('link', { name: 'Create customer' }).click();
    await page.getByRole('button', { name: 'Create customer' }).click();
    const firstName = page.getByRole('textbox', { name: 'First name' });
    await page.locator('[aria-invalid=true]').first().waitFor();
    expect(await firstName.getAttribute('aria-invalid')).toBe('true');
    await firstName.fill('Grace');
    await page.getByRole('textbox', { name: 'Last name' }).fill("O'Hopper & Sons");
    await page.getByRole('textbox', { name: 'Email' }).fill(`g${Date.now()}@example.com`);
    await page.getByRole('button', { name: 'Create customer' }).click();
    await view.heading("Grace O'Hopper & Sons");
    for (const name of ['Funding sources', 'Transfers', 'Documents', 'Limits', 'Events'])
      await page.getByRole('region', { name, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('dialog', { name: 'Deactivate' }).getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('button', { name: 'Reactivate', exact: true }).waitFor();
  });

  it('make one transfer of a form that is sent twice at once, and show it until banks have handled it', async () => {
    await view.go('/transfers/new', 'Create transfer');
    const before = (await shared.client.get('/transfers')).body.total;
    await page.getByRole('textbox', { name: 'Amount' }).fill('0');
    await page.getByRole('button', { name: 'Create transfer' }).click();
    await page.locator('input[name="amount.value"][aria-invalid=true]').waitFor();
    await view.choose('From', 'Superhero');
    await view.choose('To', 'Balance');
    await page.getByRole('textbox', { name: 'Amount' }).fill('12.50');
    await page.getByRole('button', { name: 'Create transfer' }).click();
    await view.button('Send 12.50 USD').dblclick();
    await view.heading(PAYMENT);
    expect((await shared.client.get('/transfers')).body.total).toBe(Number(before) + 1);
    await page.getByRole('region', { name: 'Legs' }).getByRole('row').nth(1).waitFor();
    await page.getByRole('figure', { name: /^Flow:/ }).waitFor();
    await page.getByRole('button', { name: 'Process bank transfers' }).click();
    await page.getByText(/^\d+ transfers? handled by banks$/).waitFor();
    await page.getByRole('table', { name: 'Handled transfers' }).waitFor();
    await page.getByText('This transfer is processed.').waitFor();
    expect(await page.getByRole('button', { name: 'Cancel transfer' }).isDisabled()).toBe(true);
    await page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').first().waitFor();
  });

  it('show the secret of a subscription once, what was delivered with it, and how that goes', async () => {
    await view.go('/webhook-subscriptions', 'Webhooks');
    await page.getByRole('link', { name: 'Create subscription' }).click();
    await page.getByRole('textbox', { name: 'Url' }).fill(subscriber.url);
    await view.dialog('Create subscription').getByRole('button', { name: 'Create subscription' }).click();
    const shown = view.dialog('Signing secret').locator('pre');
    const secret = await shown.innerText();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    expect(await view.faults()).toEqual([]);
    await view.dialog('Signing secret').getByRole('button', { name: 'Close' }).click();
    await view.heading(subscriber.url);
    await page.reload();
    await view.heading(subscriber.url);
    expect(await page.content()).not.toContain(secret);

    await view.button('Pause').click();
    await page.getByText('somebody paused it').waitFor();
    await view.button('Resume').click();
    await view.button('Pause').waitFor();
    await view.button('Rotate secret').click();
    await view.dialog('Rotate secret').getByRole('button', { name: 'Rotate secret' }).click();
    expect(await shown.innerText()).not.toBe(secret);
    await page.keyboard.press('Escape');
    await view.dialog('Signing secret').waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: 'How to verify' }).getAttribute('href')).toMatch(/receive-webhooks/);

    await shared.client.create('/customers', {
      firstName: 'Ada',
      lastName: 'King',
      email: `k${Date.now()}@example.com`,
    });
    // What the banks did with the transfer may still come.
    await view
      .region('Health')
      .getByText(/^0 of [1-9]\d* \(0 %\)$/)
      .waitFor();
    expect(await view.faults()).toEqual([]);
    const deliveries = page.getByRole('table', { name: 'Deliveries' });
    await deliveries.getByRole('row').filter({ hasText: 'customer_created' }).getByRole('link').click();
    await view.heading('customer_created');
    const request = view.region('Request of try 1');
    const delivered = subscriber.deliveries.find(({ topic }) => topic === 'customer_created');
    await request.getByText(`"id": "${delivered?.id}"`).waitFor();
    await request.getByText(String(delivered?.headers['x-request-signature-sha-256']), { exact: true }).waitFor();
    await view
      .region('Response of try 1')
      .getByText(/^200 after/)
      .waitFor();
    await view.button('Resend').click();
    await page.getByText('Resend: done').waitFor();
    await view.region('Request of try 2').waitFor();
    await view.button('Resend').click();
    await view.region('Response of try 3').waitFor();
    expect(await view.faults()).toEqual([]);
  });

  it('say how the review of an application goes, and show its new secret once', async () => {
    const redirectUrls = ['https://ledger.example/callback'];
    const path = await shared.client.create('/applications', {
      name: 'Ledger Sync',
      kind: 'integration',
      redirectUrls,
      scopes: ['transactions'],
    });
    await view.go(`/applications/${idOf(path)}`, 'Ledger Sync');
    await page.getByText('An operator has to approve this application').waitFor();
    const secrets: string[] = [];
    for (const _ of [1, 2]) {
      await view.button('Rotate secret').click();
      secrets.push(await view.dialog('New secret').locator('pre').innerText());
      if (secrets.length === 1) expect(await view.faults()).toEqual([]);
      await view.dialog('New secret').getByRole('button', { name: 'Close' }).click();
      await view.dialog('New secret').waitFor({ state: 'detached' });
    }
    expect(new Set(secrets).size).toBe(2);
    const content = await page.content();
    expect(secrets.filter((secret) => secret.length < 22 || content.includes(secret))).toEqual([]);
    expect(await view.faults()).toEqual([]);
  });

  it('replace the secret of an application, which works beside the new one or ends with it', async () => {
    const path = await shared.client.create('/applications', {
      name: 'Books',
      kind: 'server',
      scopes: ['transactions'],
    });
    const key = String((await shared.client.get(path)).body['key']);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const tokenOf = async (secret: string): Promise<number> => {
      const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: key, client_secret: secret });
      return (await shared.client.raw('POST', '/token', form, body.toString())).status;
    };
    const shown = async (): Promise<string> => {
      const secret = await view.dialog('New secret').locator('pre').innerText();
      await page.keyboard.press('Escape');
      await view.dialog('New secret').waitFor({ state: 'detached' });
      return secret;
    };
    await view.go(`/applications/${idOf(path)}`, 'Books');
    const secrets: string[] = [];
    for (const _ of [1, 2]) {
      await view.button('Rotate secret').click();
      secrets.push(await shown());
    }
    expect(await Promise.all(secrets.map(tokenOf))).toEqual([200, 200]);
    await view.button('Revoke secrets…').click();
    const revoke = view.dialog('Revoke secrets');
    await revoke.getByText('Revoke secrets: Books?').waitFor();
    expect(await view.faults()).toEqual([]);
    await revoke.getByRole('button', { name: 'Revoke secrets' }).click();
    secrets.push(await shown());
    expect(await Promise.all(secrets.map(tokenOf))).toEqual([401, 401, 200]);
  });

  it('change the redirect URLs and permissions of an application', async () => {
    const path = await shared.client.create('/applications', {
      name: 'Books',
      kind: 'server',
      scopes: ['transactions'],
    });
    await view.go(`/applications/${idOf(path)}`, 'Books');
    const urls = page.getByRole('group', { name: 'Redirect URLs', exact: true });
    await urls.getByRole('textbox', { name: 'Redirect URLs', exact: true }).fill('https://books.example/one');
    await urls.getByRole('button', { name: 'Add to Redirect URLs' }).click();
    await urls.getByRole('textbox', { name: 'Redirect URLs 2' }).fill('no address');
    await page.getByRole('group', { name: 'Permissions' }).getByRole('radio', { name: 'Read', exact: true }).check();
    await view.button('Save').click();
    await urls.locator('[aria-invalid=true]').waitFor();
    expect(await view.faults()).toEqual([]);
    await urls.getByRole('textbox', { name: 'Redirect URLs 2' }).fill('https://books.example/two');
    await view.button('Save').click();
    await page.getByText('Saved').waitFor();
    const both = { redirectUrls: ['https://books.example/one', 'https://books.example/two'], permissions: 'read' };
    expect((await shared.client.get(path)).body).toMatchObject(both);
    await page.getByRole('textbox', { name: 'Redirect URLs', exact: true }).fill('');
    await view.button('Save').click();
    await urls.getByRole('textbox').nth(1).waitFor({ state: 'detached' });
    expect((await shared.client.get(path)).body['redirectUrls']).toEqual(['https://books.example/two']);
  });

  it('invite to the team, and withdraw one invitation of several', async () => {
    await shared.client.create('/invitations', { email: 'stays@example.com', name: 'Stays', role: 'viewer' });
    await view.go('/team', 'Team');
    await view.button('Invite').click();
    const form = view.dialog('Invite');
    await form.getByRole('textbox', { name: 'E-mail', exact: true }).fill('leaves@example.com');
    await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Leaves');
    await form.getByRole('combobox', { name: 'Role', exact: true }).selectOption({ label: 'Treasurer' });
    await form.getByRole('button', { name: 'Invite' }).click();
    const rows = page.getByRole('table', { name: 'Invitations' }).getByRole('row');
    const leaving = rows.filter({ hasText: 'leaves@example.com' });
    await leaving.waitFor();
    await leaving.getByRole('button', { name: 'Withdraw', exact: true }).click();
    const withdraw = view.dialog('Withdraw').getByRole('button', { name: 'Withdraw' });
    await withdraw.waitFor();
    expect(await view.faults()).toEqual([]);
    await withdraw.click();
    await leaving.waitFor({ state: 'detached' });
    await rows.filter({ hasText: 'stays@example.com' }).waitFor();
    const { body } = await shared.client.get('/invitations');
    expect(JSON.stringify(body)).not.toContain('leaves@example.com');
    expect(JSON.stringify(body)).toContain('stays@example.com');
  });

  it('show what was sent and answered, without what concerns persons', async () => {
    const email = `q${Date.now()}@example.com`;
    const key = `first-try-${Date.now()}`;
    const customer = { firstName: 'Quentin', lastName: 'Quire', email };
    const made = await shared.client.create('/customers', customer, { idempotencyKey: key });
    const list = `/requests?method=POST&resource=${idOf(made)}`;
    await until('the request is in the log', async () =>
      JSON.stringify((await shared.client.get(list)).body).includes('"/customers"'),
    );
    await view.go(list, 'Requests');
    const table = page.getByRole('table', { name: 'Requests' });
    const headers = await table.getByRole('columnheader').allInnerTexts();
    expect(headers).toEqual(['Time', 'Method', 'Path', 'Status', 'Duration', 'Who']);
    await table.getByRole('cell', { name: /^\d+(\.\d+)? ms$/ }).waitFor();
    expect(await view.faults()).toEqual([]);
    await table.getByRole('link').first().click();
    await view.heading('POST /customers');
    await view.region('Request').getByText('"firstName": "[name]"').waitFor();
    await view
      .region('Response')
      .getByText(`/customers/${idOf(made)}`)
      .waitFor();
    await view.region('Caused').waitFor();
    expect(await page.content()).not.toMatch(/Quentin|Quire|@example/);
    await page.getByRole('main').getByRole('button', { name: 'Copy as curl' }).click();
    await page.getByText('Command copied').waitFor();
    const command = await view.copied();
    expect(command).toMatch(/^curl .*\/customers' .*\$HALYARD_TOKEN.* -X POST .*"email":"\[email\]"/);
    expect(command).toContain(`Idempotency-Key: ${key}`);
    expect(await view.faults()).toEqual([]);
  });

  it('show requests as they are answered, of those that the list is of, and hold them where somebody reads', async () => {
    const before = page.waitForResponse((answer) => answer.url().includes('/requests/stream'));
    await view.visit('/requests?status=4xx&limit=1', 'Requests');
    await page.getByRole('switch', { name: 'Live' }).click();
    expect((await before).status()).toBe(200);
    const rows = page.getByRole('table', { name: 'Requests' }).getByRole('row');
    const [shown, held] = [randomUUID(), randomUUID()];
    await shared.client.get('/customers');
    await shared.client.get(`/customers/${shown}`);
    await rows.filter({ hasText: shown }).waitFor();
    expect(await rows.nth(1).innerText()).toContain(shown);
    expect(await rows.getByRole('cell', { name: '200', exact: true }).count()).toBe(0);
    await view.button('Pause').click();
    await shared.client.get(`/customers/${held}`);
    await page.getByText('1 new').waitFor();
    expect(await rows.filter({ hasText: held }).count()).toBe(0);
    expect(await view.faults()).toEqual([]);
    await view.button('Pause').click();
    await rows.filter({ hasText: held }).waitFor();
  });

  it('say that the money adds up, and raise an alarm where it does not', async () => {
    await view.visit('/', 'Overview');
    const money = view.region('Money conservation');
    await money.getByText('0.00', { exact: true }).waitFor();
    await money.getByText('Balanced').waitFor();
    const path = '**/console/api/accounts/*/conservation';
    await page.route(path, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), balanced: false } });
    });
    await page.reload();
    await money
      .getByRole('alert')
      .getByText(/does not add up/)
      .waitFor();
    expect(await view.faults()).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('are found by the keyboard', async () => {
    await view.visit('/', 'Overview');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Commands' }).getByRole('searchbox').fill('Team');
    await page.keyboard.press('Enter');
    await view.heading('Team');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Account menu' }).press('Enter');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Theme: light');
  });

  it('lead from the menu of a narrow window to the account, and nothing of it is cut off', async () => {
    await view.look(['dark', 320]);
    await view.visit('/', 'Overview');
    await view.button('Account menu').click();
    const menu = page.getByRole('menu', { name: 'Account menu' });
    const { x = -1, width = 0 } = (await menu.boundingBox()) ?? {};
    expect([x >= 0, x + width <= 320]).toEqual([true, true]);
    expect(await view.faultsNow()).toEqual([]);
    await menu.getByRole('menuitem', { name: 'Account', exact: true }).click();
    await view.heading('Account');
    await view.look(['light', 1_280]);
  });

  it('call the industry of a company by its name, whose id is copied', async () => {
    const company = companyBody({ businessName: `Engines ${Date.now()}` });
    const { businessName, businessClassification } = company;
    await view.go(`/customers/${idOf(await shared.client.create('/customers', company))}`, businessName);
    const facts = page.getByRole('main').locator('.facts').first();
    await facts.getByText("Women's clothing").waitFor();
    expect(await facts.textContent()).not.toContain(businessClassification);
    await view.button('Copy classification id').click();
    await page.getByText('Classification id copied').waitFor();
    expect(await view.copied()).toBe(businessClassification);
    expect(await view.faults()).toEqual([]);
  });

  it('say to which page of the navigation they belong, and lead back to what they belong to', async () => {
    const { customer } = await newHolder(shared.client);
    const id = idOf(customer);
    const main = page.getByRole('main');
    const belongs: readonly (readonly [path: string, heading: string, place: string, back: string])[] = [
      [`/customers/${id}/limits`, 'Limits', 'Customers', 'Customer'],
      [`/customers/${id}/funding-sources`, 'Funding sources', 'Customers', 'Customer'],
      ['/idempotency-keys', 'Idempotency keys', 'Requests', 'Requests'],
      ['/transfers/new', 'Create transfer', 'Transfers', 'Transfers'],
    ];
    for (const [path, heading, place, back] of belongs) {
      await view.go(path, heading);
      const here = page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]');
      expect(await here.allTextContents()).toEqual([place]);
      await main.getByRole('link', { name: back, exact: true }).first().waitFor();
    }
    for (const [path, heading] of [
      ['/statement', 'Month'],
      ['/account', 'Account'],
    ] as const) {
      await view.go(path, heading);
      expect(await page.getByRole('navigation', { name: 'Main' }).locator('[aria-current]').count()).toBe(0);
    }
  });
});
