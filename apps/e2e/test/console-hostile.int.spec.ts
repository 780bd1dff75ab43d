// Runs: embedded
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { askForChromium, titleIn } from './support/browser.js';
import { ConsoleStage } from './support/console-stage.js';
import type { ConsoleView } from './support/console-view.js';
import { embedded, hrefOf, idOf, transferOf } from './support/journeys.js';
import type { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
const MARKUP = `"><img src=x onerror="window.struck=1"><script>window.struck=1</script>`;
/** What rules of a field may leave of it: each is tried until one is taken. */
const texts = [
  `${MARKUP}\u202Eevil\u202C =1+1 ${'W'.repeat(60)}`,
  `${MARKUP} \u202Eevil\u202C`,
  `<b onclick=struck()>=1+1`,
  '=1+1 <b>x',
  "=1+1 O'Hara & Sons",
  "O'Hara & Sons",
];

(offer.missing === undefined ? describe : describe.skip)(titleIn('a console among strangers', offer), () => {
  let stage: ConsoleStage;
  let shared: SharedSuite;
  let view: ConsoleView;
  let page: Page;
  /** Answers webhooks, and serves a page of another site. */
  let stranger: Server;
  let html = '';
  const strange = (host: string): string => `http://${host}:${(stranger.address() as AddressInfo).port}`;

  /** Makes something with the worst text that is taken. @returns its path, and the text */
  async function made(path: string, bodyOf: (text: string) => object): Promise<readonly [string, string]> {
    for (const text of texts) {
      const { status, location } = await shared.client.post(path, bodyOf(text));
      if (status === 201) return [new URL(location).pathname, text];
    }
    throw new Error(`${path} takes none of the texts`);
  }

  /** What of a text became more than text, and what is too wide. */
  async function damage(): Promise<readonly string[]> {
    const struck = await page.evaluate<unknown>(
      `[window.struck ?? null, document.querySelectorAll('main img, main script, [onclick], [onerror]').length]`,
    );
    const faults = await view.faultsNow();
    return JSON.stringify(struck) === '[null,0]'
      ? faults
      : [`${page.url()} was struck: ${JSON.stringify(struck)}`, ...faults];
  }

  beforeAll(async () => {
    stage = await ConsoleStage.open('console-hostile', offer);
    ({ shared, view, page } = stage);
    stranger = createServer((request, response) => {
      request.resume();
      if (request.url === '/hooks') response.writeHead(500, { 'x-answer': MARKUP }).end(MARKUP);
      else response.writeHead(200, { 'content-type': 'text/html' }).end(html);
    });
    stranger.listen(0, '127.0.0.1');
    await once(stranger, 'listening');
  });
  afterAll(async () => {
    stranger.closeAllConnections();
    stranger.close();
    await stage.close();
  });

  it('shows whatever text others have written as text, on every page that has it', async () => {
    const { client } = shared;
    const email = (): string => `${crypto.randomUUID()}@example.com`;
    const [subscription] = await made('/webhook-subscriptions', (description) => ({
      ...{ url: `${strange('127.0.0.1')}/hooks`, secret: 'a secret of this test', description },
    }));
    const [customer] = await made('/customers', (firstName) => ({ firstName, lastName: firstName, email: email() }));
    const [company] = await made('/customers', (businessName) => ({
      ...{ firstName: 'Ada', lastName: 'King', email: email(), type: 'receive-only', businessName },
    }));
    const [source, name] = await made(`${customer}/funding-sources`, (text) => ({
      ...{
        routingNumber: '222222226',
        accountNumber: '987650123',
        bankAccountType: 'checking',
        name: text.slice(0, 50),
      },
    }));
    const own = embedded(
      (await client.get(`/accounts/${client.connection.accountId}/funding-sources`)).body,
      'funding-sources',
    );
    const [bank = '', balance = ''] = ['bank', 'balance'].map((type) =>
      hrefOf(own.find((one) => one['type'] === type)),
    );
    const [transfer] = await made('/transfers', (text) => ({
      ...transferOf(bank, balance, '1.00'),
      metadata: { note: text },
    }));
    const [application] = await made('/applications', (text) => ({
      ...{ name: text.slice(0, 60), kind: 'server', scopes: ['transactions'] },
    }));
    await made('/invitations', (text) => ({ email: email(), name: text.slice(0, 60), role: 'viewer' }));
    const key = `"><script>struck()</script>${crypto.randomUUID()}`;
    await client.post('/customers', { firstName: 'Ada', lastName: 'King', email: email() }, { idempotencyKey: key });
    await client.get(`/customers?search=${encodeURIComponent(MARKUP)}`);
    await client.get(`/customers/${encodeURIComponent(MARKUP)}`);
    const deliveries = `${subscription}/webhooks`;
    let delivery = '';
    while (delivery === '') {
      const items = embedded((await client.get(deliveries)).body, 'webhooks');
      const tried = await Promise.all(items.slice(-1).map(async (item) => client.get(hrefOf(item))));
      delivery = tried.some(({ body }) => (body['attempts'] as unknown[] | undefined)?.length)
        ? new URL(hrefOf(items.at(-1))).pathname
        : '';
    }
    const events = embedded((await client.get(`/events?resourceId=${idOf(customer)}`)).body, 'events');
    const paths = [
      ...['/transfers', '/customers', '/funding-sources', '/webhook-subscriptions', '/events', '/requests'],
      ...['/', '/applications', '/team', '/transfers/new', `/idempotency-keys/${encodeURIComponent(key)}`],
      ...[subscription, customer, company, source, transfer, application, delivery, deliveries],
      ...events.map((event) => new URL(hrefOf(event)).pathname),
      `/transfers?search=${encodeURIComponent(MARKUP)}`,
      `/customers?search=${encodeURIComponent(MARKUP)}`,
    ];
    const found: string[] = [];
    for (const path of paths) {
      await (path.includes('?') ? view.visit(path) : view.go(path));
      for (const look of [
        ['light', 1_280],
        ['dark', 320],
      ] as const) {
        await view.look(look);
        found.push(...(await damage()));
      }
    }
    await view.look(['light', 1_280]);
    expect(found).toEqual([]);
    expect(view.alarms).toEqual([]);
    await view.visit(source, name.slice(0, 50));
    await view.button('View JSON').click();
    await page.keyboard.press('Escape');
    await view.button('Remove').click();
    await view.dialog('Remove').getByText(name.slice(0, 20)).waitFor();
    expect(await damage()).toEqual([]);
    await page.keyboard.press('Escape');
    await view.visit('/transfers/new', 'Create transfer');
    await page.getByRole('combobox', { name: 'To', exact: true }).fill('Hara');
    await page.locator('[role=listbox]:not([aria-busy=true])').waitFor();
    expect(await damage()).toEqual([]);
  });

  it('is in no frame of another site, and does nothing that its forms ask for', async () => {
    const { baseUrl } = shared.client.connection;
    const before = (await shared.client.get('/customers?limit=1')).body.total;
    html = `<iframe src="${baseUrl}/console/"></iframe>
      <form method="post" action="${baseUrl}/console/api/customers" enctype="text/plain">
        <input name='{"firstName":"Eve","lastName":"Hill","email":"eve@example.com","x":"' value='"}'><button>Go</button>
      </form>`;
    for (const host of ['127.0.0.1', 'localhost']) {
      const other = await page.context().newPage();
      await other.goto(`${strange(host)}/`);
      await other.waitForLoadState('networkidle');
      const framed = other.frames().map((frame) => frame.url());
      expect(framed.filter((url) => url.startsWith(`${baseUrl}/console`))).toEqual([]);
      const answered = other.waitForResponse((answer) => answer.request().method() === 'POST');
      await other.getByRole('button', { name: 'Go' }).click();
      expect((await answered).status()).toBeGreaterThanOrEqual(400);
    }
    expect((await shared.client.get('/customers?limit=1')).body.total).toBe(before);
    expect((await page.request.get('/console/session')).status()).toBe(200);
  });
});
