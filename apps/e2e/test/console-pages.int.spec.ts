import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { askForChromium, launchBrowser, titleIn } from './support/browser.js';
import { invitedPerson, type Login } from './support/console-visitor.js';
import { SharedSuite } from './support/shared-suite.js';

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
  ['/applications', 'Applications'],
  ['/team', 'Team'],
  ['/account', 'Account'],
  ['/idempotency-keys', 'Idempotency keys'],
  ['/nothing', 'Not found'],
];

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

(offer.missing === undefined ? describe : describe.skip)(titleIn('pages of the console', offer), () => {
  let shared: SharedSuite;
  let browser: Browser;
  let owner: Login;
  let page: Page;
  const alarms: string[] = [];
  const origins = new Set<string>();

  beforeAll(async () => {
    shared = await SharedSuite.join('console-pages');
    owner = await invitedPerson(shared.suite, shared.client, 'owner');
    browser = await launchBrowser(offer);
    const { baseUrl } = shared.client.connection;
    const context = await browser.newContext({ baseURL: baseUrl, ignoreHTTPSErrors: true });
    page = await context.newPage();
    page.on('pageerror', ({ message }) => alarms.push(message));
    page.on('console', (said) => {
      if (/Content Security Policy|Trusted/i.test(said.text())) alarms.push(said.text());
    });
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await page.goto('/console/');
    await page.getByLabel('E-mail').fill(owner.email);
    await page.getByLabel('Password').fill(owner.password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await heading('Overview');
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await shared.leave();
  });

  const heading = (name: string): Promise<void> => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const visit = async (path: string, name: string): Promise<void> => {
    await page.goto(`/console${path}`);
    await heading(name);
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  };

  it('lead from an empty list to a customer, by the form of the API', async () => {
    await visit('/', 'Overview');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Customers', exact: true }).click();
    await heading('Customers');
    await page.getByRole('link', { name: 'Create customer' }).click();
    await page.getByRole('button', { name: 'Create customer' }).click();
    const firstName = page.getByRole('textbox', { name: 'First name' });
    await page.locator('[aria-invalid=true]').first().waitFor();
    expect(await firstName.getAttribute('aria-invalid')).toBe('true');
    await firstName.fill('Grace');
    await page.getByRole('textbox', { name: 'Last name' }).fill("O'Hopper & Sons");
    await page.getByRole('textbox', { name: 'Email' }).fill(`g${Date.now()}@example.com`);
    await page.getByRole('button', { name: 'Create customer' }).click();
    await heading("Grace O'Hopper & Sons");
    for (const name of ['Funding sources', 'Transfers', 'Documents', 'Limits', 'Events'])
      await page.getByRole('region', { name, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('dialog', { name: 'Deactivate' }).getByRole('button', { name: 'Deactivate' }).click();
    await page.getByRole('button', { name: 'Reactivate' }).waitFor();
  });

  it('make one transfer of a form that is sent twice at once, and show it until banks have handled it', async () => {
    await visit('/transfers/new', 'Create transfer');
    const before = (await shared.client.get('/transfers')).body.total;
    await page.getByRole('textbox', { name: 'Amount' }).fill('0');
    await page.getByRole('button', { name: 'Create transfer' }).click();
    await page.locator('input[name="amount.value"][aria-invalid=true]').waitFor();
    await page.getByRole('combobox', { name: 'From', exact: true }).selectOption({ index: 1 });
    await page.getByRole('combobox', { name: 'To', exact: true }).selectOption({ index: 2 });
    await page.getByRole('textbox', { name: 'Amount' }).fill('12.50');
    await page.getByRole('button', { name: 'Create transfer' }).dblclick();
    await heading('Payment');
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

  it('are found by the keyboard', async () => {
    await visit('/', 'Overview');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to content');
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Commands' }).getByRole('searchbox').fill('Team');
    await page.keyboard.press('Enter');
    await heading('Team');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Account menu' }).press('Enter');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Theme: system');
  });

  it.each([
    ['light', 1_280],
    ['dark', 320],
  ] as const)(
    'are open to everybody, %s and %d pixels wide',
    async (colorScheme, width) => {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme });
      const faults: string[] = [];
      for (const [path, name] of pages) {
        await visit(path, name);
        // By the protocol of the developer tools: the policy of the page lets no script in.
        await page.evaluate(axe.source);
        const found = await page.evaluate<string[]>(
          `axe.run(document, { runOnly: ${JSON.stringify(RULES)} })
           .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
        );
        const isWide = await page.evaluate(
          'document.documentElement.scrollWidth > document.documentElement.clientWidth',
        );
        faults.push(...found.map((one) => `${path} ${one}`), ...(isWide === true ? [`${path} is wider`] : []));
      }
      expect(faults).toEqual([]);
    },
    300_000,
  );

  it('keep nothing in the browser, ask nobody else, and break no rule of their policy', async () => {
    const kept = await page.evaluate(
      'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, name])',
    );
    expect(kept).not.toMatch(/eyJ|@example|Byron|token/);
    expect([...origins]).toEqual([new URL(shared.client.connection.baseUrl).origin]);
    expect(alarms).toEqual([]);
  });
});
