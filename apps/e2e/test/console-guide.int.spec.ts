// Runs: embedded
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { askForChromium, connectBrowser, titleIn } from './support/browser.js';
import { ConsoleView, PAYMENT } from './support/console-view.js';
import { invitedPerson, type Login } from './support/people.js';
import { uploadDocument } from './support/documents.js';
import { embedded, fundedHolder, idOf, newHolder, personalCustomer, transferOf } from './support/journeys.js';
import { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
/** The folder of the pictures of README.md and docs/how-to/use-the-console.md, where they are to be taken: npm run pictures. */
const PICTURES = process.env['TEST_PICTURES'];

/** What docs/how-to/use-the-console.md tells each kind of user to do. */
(offer.missing === undefined ? describe : describe.skip)(titleIn('the guide to the console', offer), () => {
  let shared: SharedSuite;
  let browser: Browser;
  const emailOf = (name: string) => `${name}.${Date.now()}@example.com`;

  beforeAll(async () => {
    shared = await SharedSuite.join('Harbor Shop');
    browser = await connectBrowser(offer);
  });
  afterAll(async () => {
    await browser.close();
    await shared.leave();
  });

  const open = async (login: Login): Promise<{ view: ConsoleView; page: Page }> => {
    const view = await ConsoleView.open(browser, shared.client.connection.baseUrl, login);
    await view.look(['light', 1_280]);
    return { view, page: view.page };
  };
  const openAs = async (role: string) => open(await invitedPerson(shared.suite, shared.client, role));

  /** As WebP, which Chromium writes itself. */
  async function picture({ page }: ConsoleView, name: string): Promise<void> {
    if (PICTURES === undefined) return;
    await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
    const png = await page.screenshot();
    const blank = await browser.newPage();
    const webp = await blank.evaluate<string>(`(async () => {
      const image = new Image();
      image.src = 'data:image/png;base64,${png.toString('base64')}';
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height });
      canvas.getContext('2d').drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.8).split(',')[1];
    })()`);
    await blank.close();
    await writeFile(join(PICTURES, `${name}.webp`), Buffer.from(webp, 'base64'));
  }

  it('shows an integrator why a request was refused', async () => {
    const { view, page } = await openAs('member');
    const refused = await shared.client.post('/customers', personalCustomer({ email: 'no address', ssn: '12' }));
    expect(refused.status).toBe(400);
    await waitFor('the request to be in the log', async () => {
      const { body } = await shared.client.get('/requests?status=4xx&method=POST&route=/customers');
      return embedded(body, 'requests')[0];
    });
    await view.visit('/requests?status=4xx', 'Requests');
    const rows = page.getByRole('table', { name: 'Requests' }).getByRole('row').filter({ hasText: 'POST' });
    await rows.getByRole('link').first().click();
    await view.heading('POST /customers');
    await view.region('Response').getByText('"path": "/email"').waitFor();
    await picture(view, 'request');
  });

  it('shows support what to tell a customer whose transfer came back', async () => {
    const { view, page } = await openAs('viewer');
    const email = emailOf('grace');
    const holder = await newHolder(shared.client, { firstName: 'Grace', lastName: 'Hopper', email });
    const transfer = await shared.client.create('/transfers', transferOf(holder.bank, holder.balance, '250.00'));
    await shared.client.post(`${transfer}/simulation`, { action: 'fail', code: 'R01' });
    await waitFor('the customer to be found', async () => {
      const { body } = await shared.client.get(`/search?q=${encodeURIComponent(email)}`);
      return embedded(body, 'results')[0];
    });
    await page.keyboard.press('Control+k');
    await view.dialog('Commands').getByRole('searchbox').fill(email);
    await page.keyboard.press('Enter');
    await view.heading('Grace Hopper');
    await view.region('Transfers').getByRole('link').first().click();
    await view.heading(PAYMENT);
    const tell = view.region('What to tell the customer');
    await tell.getByText('R01', { exact: false }).first().waitFor();
    await tell.scrollIntoViewIfNeeded();
    await picture(view, 'failure');
  });

  it('shows a treasurer where the money of a payment is, and a month', async () => {
    const { view, page } = await openAs('treasurer');
    const [from, to] = [
      await fundedHolder(shared.client, '40.00'),
      await newHolder(shared.client, { firstName: 'Mary', lastName: 'Ross', email: emailOf('mary') }),
    ];
    await view.visit(`/transfers/new?source=${idOf(from.bank)}&destination=${idOf(to.bank)}`, 'Create transfer');
    await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('125.00');
    await view.button('Create transfer').click();
    await view.button(/^Send /).click();
    await view.heading(PAYMENT);
    await view.button('Process bank transfers').click();
    await page.getByText(/^\d+ transfers? handled by banks$/).waitFor();
    await page.reload();
    await view.heading(PAYMENT);
    await page
      .getByRole('figure', { name: /^Flow:/ })
      .getByText('The money is at Mary Ross.', { exact: true })
      .waitFor();
    await view.region('Legs').getByRole('row').nth(2).waitFor();
    await picture(view, 'payment');
    await view.visit('/statement', 'Month');
    const balances = page.getByRole('table', { name: 'Balances', exact: true });
    await balances.getByRole('link', { name: 'Mary Ross' }).waitFor();
    await balances.getByRole('cell', { name: '–' }).first().waitFor({ state: 'detached' });
    await page.getByRole('table', { name: 'Sums', exact: true }).getByRole('row').nth(1).waitFor();
    await picture(view, 'month');
    await view.visit('/', 'Overview');
    await view.region('Failed today').getByText('R01 Insufficient Funds').waitFor();
    await view
      .region('Failed today')
      .getByRole('link', { name: /^Grace Hopper/ })
      .first()
      .waitFor();
    await view
      .region('Waiting')
      .getByRole('link', { name: /^Mary Ross · / })
      .waitFor();
    await view.region('Payments of 30 days').getByRole('figure').waitFor();
    await picture(view, 'overview');
  });

  it('shows an operator a document beside what was declared', async () => {
    const { operator } = JSON.parse(await readFile(shared.suite.demoFile, 'utf8')) as { operator: Login };
    const { view, page } = await open(operator);
    const customer = await shared.operator.create(
      '/customers',
      personalCustomer({ firstName: 'document', lastName: 'Hopper', email: emailOf('hopper') }),
    );
    await view.visit(`/documents/${idOf(await uploadDocument(shared.operator, customer))}`, 'Document');
    await page.getByRole('table', { name: 'Reads' }).getByRole('row').nth(1).waitFor();
    await view.button('Approve').waitFor();
    await picture(view, 'document');
  });
});
