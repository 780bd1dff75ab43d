import axe from 'axe-core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { askForChromium, launchBrowser, titleIn } from './support/browser.js';
import { invitedPerson, type Login } from './support/console-visitor.js';
import { SharedSuite } from './support/shared-suite.js';
import { Subscriber } from './support/subscriber.js';

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

const looks = [
  ['light', 1_280],
  ['dark', 320],
] as const;

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

(offer.missing === undefined ? describe : describe.skip)(titleIn('pages of the console', offer), () => {
  let shared: SharedSuite;
  let browser: Browser;
  let owner: Login;
  let page: Page;
  let subscriber: Subscriber;
  const alarms: string[] = [];
  const origins = new Set<string>();

  beforeAll(async () => {
    shared = await SharedSuite.join('console-pages');
    owner = await invitedPerson(shared.suite, shared.client, 'owner');
    subscriber = await Subscriber.listen();
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
    await subscriber.close();
    await shared.leave();
  });

  const heading = (name: string): Promise<void> => page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  const visit = async (path: string, name: string): Promise<void> => {
    await page.goto(`/console${path}`);
    await heading(name);
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  };

  const show = async (colorScheme: 'light' | 'dark', width: number): Promise<void> => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
  };
  /** What keeps somebody from using what the page shows now. */
  const faultsHere = async (): Promise<string[]> => {
    const { pathname } = new URL(page.url());
    // By the protocol of the developer tools: the policy of the page lets no script in.
    await page.evaluate(axe.source);
    const found = await page.evaluate<string[]>(
      `axe.run(document, { runOnly: ${JSON.stringify(RULES)} })
       .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))`,
    );
    const isWide = await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');
    return [...found.map((one) => `${pathname} ${one}`), ...(isWide === true ? [`${pathname} is wider`] : [])];
  };
  const expectOpenToEverybody = async (): Promise<void> => {
    const faults: string[] = [];
    for (const [colorScheme, width] of looks) {
      await show(colorScheme, width);
      faults.push(...(await faultsHere()));
    }
    await show('light', 1_280);
    expect(faults).toEqual([]);
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
  const region = (name: string) => page.getByRole('region', { name, exact: true });

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

  it('show the secret of a subscription once, what was delivered with it, and how that goes', async () => {
    await visit('/webhook-subscriptions', 'Webhooks');
    await page.getByRole('link', { name: 'Create subscription' }).click();
    await page.getByRole('textbox', { name: 'Url' }).fill(subscriber.url);
    await dialog('Create subscription').getByRole('button', { name: 'Create subscription' }).click();
    const shown = dialog('Signing secret').locator('pre');
    const secret = await shown.innerText();
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    await expectOpenToEverybody();
    await dialog('Signing secret').getByRole('button', { name: 'Close' }).click();
    await heading(subscriber.url);
    await page.reload();
    await heading(subscriber.url);
    expect(await page.content()).not.toContain(secret);

    await button('Pause').click();
    await page.getByText('somebody paused it').waitFor();
    await button('Resume').click();
    await button('Pause').waitFor();
    await button('Rotate secret').click();
    await dialog('Rotate secret').getByRole('button', { name: 'Rotate secret' }).click();
    expect(await shown.innerText()).not.toBe(secret);
    await page.keyboard.press('Escape');
    await dialog('Signing secret').waitFor({ state: 'detached' });
    expect(await page.getByRole('link', { name: 'How to verify' }).getAttribute('href')).toMatch(/receive-webhooks/);

    await shared.client.create('/customers', {
      firstName: 'Ada',
      lastName: 'King',
      email: `k${Date.now()}@example.com`,
    });
    await region('Health').getByText('1, 0 failed').waitFor();
    await expectOpenToEverybody();
    await page.getByRole('table', { name: 'Deliveries' }).getByRole('link').first().click();
    await heading('customer_created');
    const request = region('Request of try 1');
    const { id, headers } = subscriber.deliveries[0] ?? { id: '', headers: {} };
    await request.getByText(`"id": "${id}"`).waitFor();
    await request.getByText(String(headers['x-request-signature-sha-256']), { exact: true }).waitFor();
    await region('Response of try 1')
      .getByText(/^200 after/)
      .waitFor();
    await button('Resend').click();
    await page.getByText('Resend: done').waitFor();
    await region('Request of try 2').waitFor();
    await button('Resend').click();
    await region('Response of try 3').waitFor();
    await expectOpenToEverybody();
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

  it.each(looks)(
    'are open to everybody, %s and %d pixels wide',
    async (colorScheme, width) => {
      await show(colorScheme, width);
      const faults: string[] = [];
      for (const [path, name] of pages) {
        await visit(path, name);
        faults.push(...(await faultsHere()));
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
