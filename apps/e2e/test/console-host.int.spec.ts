// Runs: embedded
import { freePort } from '@halyard/local-servers/free-port';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HalClient } from '@halyard/suite/client';
import type { Browser, Page } from 'playwright-core';
import { SuiteProcess } from '../src/suite-process.js';
import { askForChromium, connectBrowser, titleIn } from './support/browser.js';
import { ConsoleView } from './support/console-view.js';
import { invitedPerson } from './support/people.js';

const offer = await askForChromium();

(offer.missing === undefined ? describe : describe.skip)(titleIn('a console on a host of its own', offer), () => {
  let suite: SuiteProcess;
  let client: HalClient;
  let browser: Browser;
  let view: ConsoleView;
  let page: Page;
  /** Browsers find any name below `localhost` on this machine. */
  let home: string;

  beforeAll(async () => {
    const port = await freePort();
    home = `https://console.localhost:${port}`;
    suite = await SuiteProcess.start({ HTTPS_PORT: String(port), CONSOLE_URL: home });
    client = await suite.client();
    browser = await connectBrowser(offer);
    // From the address of the API, through the log-in.
    view = await ConsoleView.logIn(browser, client.connection.baseUrl, await invitedPerson(suite, client, 'owner'));
    ({ page } = view);
  });
  afterAll(async () => {
    await browser.close();
    await client.close();
    await suite.remove();
  });

  it('is found from the address of the API, and its pages work there', async () => {
    expect(page.url()).toBe(`${home}/console/`);
    const { baseUrl } = client.connection;
    await page.goto(`${baseUrl}/console/customers?status=verified`);
    await view.heading('Customers');
    expect(page.url()).toBe(`${home}/console/customers?status=verified`);
    await page.goto(`${home}/console/customers/new`);
    await page.getByRole('textbox', { name: 'First name' }).fill('Grace');
    await page.getByRole('textbox', { name: 'Last name' }).fill('Hopper');
    await page.getByRole('textbox', { name: 'Email' }).fill(`${crypto.randomUUID()}@example.com`);
    await view.button('Create customer').click();
    await view.heading('Grace Hopper');
    expect(view.alarms).toEqual([]);
    expect([...view.origins].sort()).toEqual([home, baseUrl].sort());
  });

  it('has the addresses of the API in what it shows and copies, and leads out to it', async () => {
    const { baseUrl } = client.connection;
    await page.goto(`${home}/console/account`);
    await view.heading('Account');
    const own = page.getByRole('link', { name: /Your password/ });
    expect(await own.getAttribute('href')).toBe(`${baseUrl}/me`);
    await page.goto(`${home}/console/customers`);
    await page.getByRole('table', { name: 'Customers' }).getByRole('link').first().click();
    await view.heading('Grace Hopper');
    await view.button('Copy as curl').first().click();
    await page.getByText('Command copied').waitFor();
    expect(await view.copied()).toContain(`'${baseUrl}/customers/`);
    await view.button('View JSON').click();
    await view.dialog('JSON').getByText(`"href": "${baseUrl}/customers/`).first().waitFor();
  });

  it('ends there, and its cookie belongs to no other host', async () => {
    const cookies = await page.context().cookies();
    const own = cookies.filter(({ name }) => name === '__Secure-console');
    expect(own.map(({ domain, path }) => [domain, path])).toEqual([['console.localhost', '/console']]);
    await page.goto(`${home}/console/`);
    await view.button('Account menu').click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await view.button('Log out').click();
    await view.heading('You are logged out');
    expect(new URL(page.url()).origin).toBe(home);
  });
});
