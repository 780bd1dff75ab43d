// Runs: embedded
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { expectEventually, waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { askForChromium, titleIn } from './support/browser.js';
import { ConsoleStage } from './support/console-stage.js';
import { ConsoleView } from './support/console-view.js';
import { invitedPerson } from './support/people.js';
import { newCustomerToProve, uploadDocument } from './support/documents.js';
import {
  companyBody,
  embedded,
  fundedHolder,
  hrefOf,
  idOf,
  ownerBody,
  personalCustomer,
  transferOf,
} from './support/journeys.js';
import type { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
const run = promisify(execFile);
const REQUEST_ID = /request id [\da-f-]{36}/i;
const NOBODYS_ID = '01900000-0000-7000-8000-000000000000';
const hook = { url: 'http://127.0.0.1:9/hooks', secret: 'not-a-secret-but-long-enough' };

(offer.missing === undefined ? describe : describe.skip)(titleIn('what the console says', offer), () => {
  let stage: ConsoleStage;
  let shared: SharedSuite;
  let browser: Browser;
  let view: ConsoleView;
  let page: Page;

  const alert = () => page.getByRole('alert');
  const copied = () => view.copied();

  beforeAll(async () => {
    stage = await ConsoleStage.open('console-answers', offer);
    ({ shared, browser, view, page } = stage);
  });
  afterAll(() => stage.close());

  describe('where the API', () => {
    it.each(['/customers', '/transfers', '/requests', '/webhooks', '/documents'])(
      'has nothing at %s is the same for what never was and what is of others, with the request id',
      async (noun) => {
        await view.go(`${noun}/${NOBODYS_ID}`, 'Not found');
        expect(await alert().innerText()).toMatch(REQUEST_ID);
        expect(await view.faults()).toEqual([]);
      },
    );

    it('refuses, is what the API says, with the request id and what to do', async () => {
      const viewer = await invitedPerson(shared.suite, shared.client, 'viewer');
      const other = await ConsoleView.open(browser, shared.client.connection.baseUrl, viewer);
      await other.go('/team', 'Team');
      const said = await other.page.getByRole('alert').innerText();
      expect(said).toMatch(REQUEST_ID);
      expect(said).toContain('An owner of the account can give you another one.');
      expect(await other.faults()).toEqual([]);
      await other.page.context().close();
    });

    it.each([
      ['is overloaded', 503, 'The service is busy.'],
      ['is away', undefined, 'can’t be reached'],
    ] as const)('%s, is told until it is back, without a click', async (_, status, message) => {
      const path = '**/console/api/customers*';
      const headers = { 'retry-after': '1', 'x-request-id': randomUUID() };
      await page.route(path, (route) =>
        status === undefined
          ? route.abort()
          : route.fulfill({ status, headers, json: { code: 'ServiceUnavailable', message } }),
      );
      await page.goto('/console/customers');
      await alert().getByText(message).waitFor();
      if (status !== undefined) expect(await alert().innerText()).toMatch(REQUEST_ID);
      expect(await view.faults()).toEqual([]);
      await page.unroute(path);
      await page.getByRole('table', { name: 'Customers', exact: true }).waitFor();
      expect(await alert().count()).toBe(0);
    });

    it('is overloaded by a write, is told, and the write is sent again under its key', async () => {
      const subscription = await shared.client.create('/webhook-subscriptions', hook);
      const path = `**/console/api/webhook-subscriptions/${idOf(subscription)}`;
      const keys: (string | null)[] = [];
      let isBusy = true;
      await page.route(path, async (route) => {
        const request = route.request();
        if (request.method() === 'GET') return route.continue();
        keys.push(await request.headerValue('idempotency-key'));
        const refusal = { code: 'ServiceUnavailable', message: 'The service is busy.' };
        return isBusy
          ? route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: refusal })
          : route.continue();
      });
      await view.go(`/webhook-subscriptions/${idOf(subscription)}`, hook.url);
      await view.button('Pause').click();
      await alert().getByText('The service is busy.').waitFor();
      isBusy = false;
      await view.button('Resume').waitFor();
      expect(await alert().count()).toBe(0);
      expect([keys.length > 1, new Set(keys).size]).toEqual([true, 1]);
      await page.unroute(path);
    });
  });

  describe('as a command', () => {
    const runCopied = async (): Promise<Record<string, unknown>> => {
      const { caFile = '' } = shared.client.connection;
      const token = await shared.client.accessToken();
      const env = { PATH: process.env['PATH'], HALYARD_TOKEN: token, CURL_CA_BUNDLE: caFile };
      const command = await copied();
      expect(command).not.toContain(token);
      const { stdout } = await run('sh', ['-c', command], { env });
      return JSON.parse(stdout) as Record<string, unknown>;
    };

    it('reads the same, in a shell', async () => {
      const customer = await shared.client.create('/customers', personalCustomer());
      await view.go(`/customers/${idOf(customer)}`, 'Ada Byron');
      await page.getByRole('main').getByRole('button', { name: 'Copy as curl', exact: true }).click();
      await page.getByText('Command copied').waitFor();
      expect((await runCopied())['id']).toBe(idOf(customer));
    });

    it('writes the same, also of a button that acts at once, with its key', async () => {
      const subscription = await shared.client.create('/webhook-subscriptions', hook);
      await view.go(`/webhook-subscriptions/${idOf(subscription)}`, hook.url);
      await view.button('Copy as curl: Pause').click();
      // The word that the former command was copied may still be shown.
      await expectEventually(async () => expect(await copied()).toMatch(/Idempotency-Key: [\da-f-]{36}/));
      expect((await runCopied())['paused']).toBe(true);
      await view.button('Resume').waitFor();
    });
  });

  describe('by the keyboard', () => {
    const ask = async (text: string) => {
      await page.keyboard.press('Control+k');
      const dialog = view.dialog('Commands');
      await dialog.getByRole('searchbox').waitFor();
      expect(await page.evaluate('document.activeElement.type')).toBe('search');
      await page.keyboard.insertText(text);
      await page.keyboard.press('Enter');
    };
    const goes = async (text: string, path: string) => {
      await ask(text);
      // A search waits for nobody: on a busy machine it is asked again.
      await waitFor(`the page ${path} of ${text}`, async () => {
        const wasLate = await alert().getByText('ask again').count();
        if (wasLate > 0) await page.keyboard.press('Enter');
        return new URL(page.url()).pathname === `/console${path}`;
      });
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    };

    it('goes to whatever has an id, an e-mail address, a correlation id or a key', async () => {
      const { client } = shared;
      const holder = await fundedHolder(client, '20.00');
      const [correlationId, email, key] = [randomUUID(), `${randomUUID()}@example.com`, `key/${randomUUID()}`];
      const customer = await client.create('/customers', personalCustomer({ email }), { idempotencyKey: key });
      const company = await client.create('/customers', companyBody());
      const owner = await client.create(`${company}/beneficial-owners`, ownerBody());
      const document = await uploadDocument(client, await newCustomerToProve(client));
      const application = await client.create('/applications', {
        name: 'Books',
        kind: 'server',
        scopes: ['transactions'],
      });
      const subscription = await client.create('/webhook-subscriptions', hook);
      const transfer = await client.create('/transfers', {
        ...transferOf(holder.bank, holder.balance, '5.00'),
        correlationId,
      });
      const payment = hrefOf((await client.get(transfer)).body, 'payment');
      const replay = await client.create(`${subscription}/replays`, {});
      const first = async (path: string, name: string): Promise<string> =>
        waitFor(`one of ${path}`, async () => {
          const [item] = embedded((await client.get(path)).body, name);
          return item && hrefOf(item);
        });
      const event = await first('/events', 'events');
      const webhook = await first(`${subscription}/webhooks`, 'webhooks');
      const request = await first('/requests', 'requests');
      const resources = [customer, owner, document, holder.bank, holder.balance, transfer, application];
      for (const url of [...resources, subscription, webhook, replay, event, request]) {
        const { pathname } = new URL(url);
        await waitFor(`${pathname} to be found`, async () => {
          const { body } = await client.get(`/search?q=${idOf(pathname)}`);
          return embedded(body, 'results')[0];
        });
        await goes(idOf(pathname), pathname);
      }
      await goes(email, `/customers/${idOf(customer)}`);
      await goes(correlationId, new URL(payment).pathname);
      await goes(key, `/idempotency-keys/${encodeURIComponent(key)}`);
      await view.visit('/account', 'Account');
      await ask(NOBODYS_ID);
      await view.dialog('Commands').getByText(`Nothing found for “${NOBODYS_ID}”.`).waitFor();
      expect(await view.faults()).toEqual([]);
      await page.keyboard.press('Escape');
    });

    it('offers what the page offers, and gives the focus back', async () => {
      await view.visit('/team', 'Team');
      await page.getByRole('link', { name: 'Events', exact: true }).focus();
      await page.keyboard.press('Meta+k');
      await view.dialog('Commands').getByRole('searchbox').waitFor();
      await page.keyboard.insertText('any text');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Events');
      await ask('invite');
      await view.dialog('Invite').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect(await page.evaluate('document.activeElement.textContent')).toBe('Invite');
    });

    it('lists its keys, which can be switched off', async () => {
      const toggle = async () => {
        await view.visit('/account', 'Account');
        await page.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space');
      };
      await view.visit('/', 'Overview');
      await page.keyboard.press('?');
      await view.dialog('Keyboard shortcuts').waitFor();
      expect(await view.faults()).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await toggle();
      await page.keyboard.press('?');
      await page.keyboard.press('Control+k');
      await view.dialog('Commands').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(1);
      await page.keyboard.press('Escape');
      await toggle();
    });
  });

  it('says what a key made, and where another request under it differs', async () => {
    const key = `order/17?${randomUUID()}#%2F`;
    const customer = personalCustomer({ email: `${randomUUID()}@example.com` });
    const options = { idempotencyKey: key };
    const made = await shared.client.create('/customers', customer, options);
    expect((await shared.client.post('/customers', { ...customer, firstName: 'Grace' }, options)).status).toBe(422);
    const list = `/requests?key=${encodeURIComponent(key)}`;
    await waitFor('both to be in the log', async () => {
      const { body } = await shared.client.get(list);
      return embedded(body, 'requests')[1];
    });
    await view.go('/idempotency-keys', 'Idempotency keys');
    await page.getByRole('searchbox', { name: 'Key', exact: true }).fill(key);
    await page.keyboard.press('Enter');
    const main = page.getByRole('main');
    await main.getByText('POST /customers', { exact: true }).waitFor();
    await main.getByText('Done', { exact: true }).waitFor();
    const path = `/customers/${idOf(made)}`;
    expect(await main.getByRole('link', { name: 'Customer Ada Byron' }).getAttribute('href')).toBe(`/console${path}`);
    const rows = page.getByRole('table', { name: 'Requests', exact: true }).getByRole('row');
    await rows.filter({ hasText: '/firstName' }).filter({ hasText: '422' }).waitFor();
    expect(await rows.count()).toBe(3);
    expect(await view.faults()).toEqual([]);
    await page.reload();
    await rows.filter({ hasText: '/firstName' }).waitFor();
    await page.getByRole('searchbox', { name: 'Key', exact: true }).fill(`${key} of nobody`);
    await page.keyboard.press('Enter');
    await main.getByText('No such key').waitFor();
    expect(await view.faults()).toEqual([]);
  });
});
