// Runs: embedded
import { hash, randomUUID } from 'node:crypto';
import { firstPartyKeys } from '@halyard/contracts/applications';
import { openSandboxAccount } from '@halyard/suite/sandbox-account';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { askForChromium, connectBrowser, titleIn } from './support/browser.js';
import { CallbackSite, type IntegrationKeys, newIntegration } from './support/integration.js';
import { narrow, PageCheck } from './support/page-check.js';
import { letterLink, PASSWORD, sendForm } from './support/people.js';
import { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
const NAME = 'Ledger <b>Sync</b>';
const CONSENT = `${NAME} asks for access`;
const INVITED = 'You are invited to an account';
/** The second account of the person. */
const BAKERY = 'Bakery of Ada';

(offer.missing === undefined ? describe : describe.skip)(titleIn('the pages of an authorization', offer), () => {
  let shared: SharedSuite;
  let browser: Browser;
  let site: CallbackSite;
  let integration: IntegrationKeys;
  /** The callback's site sends the browser there: an origin that neither the page nor the application has. */
  let third: string;
  beforeAll(async () => {
    shared = await SharedSuite.join('Corner shop of Ada');
    third = `${shared.client.connection.baseUrl.replace('//localhost', '//127.0.0.1')}/jwks`;
    site = await CallbackSite.open(third);
    integration = await newIntegration(shared, { name: NAME, redirectUrls: [site.url] });
    browser = await connectBrowser(offer);
  });
  afterAll(async () => {
    await browser.close();
    site.close();
    await shared.leave();
  });

  /** A browser without script. */
  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const { baseUrl: baseURL } = shared.client.connection;
    const context = await browser.newContext({
      ...options,
      baseURL,
      ignoreHTTPSErrors: true,
      javaScriptEnabled: false,
    });
    return context.newPage();
  }

  /** Somebody of the account. @returns the e-mail address */
  async function newPerson(role: string): Promise<string> {
    const email = `${randomUUID()}@example.com`;
    await shared.client.create('/invitations', { email, name: 'Ada Byron', role });
    const link = await letterLink(shared.suite, email, INVITED);
    await sendForm(shared.client, link, { 'new-password': PASSWORD, 'repeated-password': PASSWORD });
    return email;
  }

  const authPath = (state: string): string =>
    `/auth?${new URLSearchParams({
      ...{ client_id: integration.key, redirect_uri: site.url, response_type: 'code', state },
      ...{ scope: 'openid email transactions send' },
    }).toString()}`;

  async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
  }

  const cameBack = async (page: Page): Promise<Readonly<Record<string, string>> | undefined> => {
    await page.waitForURL(third);
    return site.returned.at(-1);
  };

  it('lead over log-in, account and consent back to the application, which may send the browser on', async () => {
    const email = await newPerson('owner');
    const second = await openSandboxAccount(shared.operator, BAKERY);
    await second.create('/invitations', { email, name: 'Ada Byron', role: 'owner' });
    await second.close();
    const page = await open(narrow);
    const check = new PageCheck(page);
    await page.goto(authPath('first'));
    await check.see('authorization, log in', 'Log in');
    await logIn(page, email, 'wrong');
    await page.getByRole('alert').waitFor();
    await check.see('authorization, log in refused', 'Log in');
    await logIn(page, email);
    // One account alone is no choice.
    await check.see('authorization, consent', CONSENT);
    for (const text of [email, 'Corner shop of Ada', 'Send money from this account and its customers'])
      expect(await page.getByText(text).count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Deny' }).click();
    expect(await cameBack(page)).toMatchObject({ error: 'access_denied', state: 'first' });

    await page.goto(await letterLink(shared.suite, email, INVITED, BAKERY));
    await page.getByRole('button', { name: 'Accept' }).click();
    await page.goto(authPath('second'));
    await check.see('authorization, account', 'Choose an account');
    await page.getByRole('group', { name: 'Account' }).getByLabel(BAKERY).check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await check.see('authorization, consent for the second', CONSENT);
    expect(await page.getByText(BAKERY).count()).toBe(1);
    await page.getByRole('button', { name: 'Allow' }).click();
    expect(await cameBack(page)).toEqual({ code: expect.any(String), state: 'second', iss: expect.any(String) });

    await page.goto('/me');
    await check.see('authorization, profile', 'Your profile');
    expect(await page.getByRole('button', { name: 'Disconnect' }).count()).toBe(1);
    await page.goto(
      authPath('third').replace(encodeURIComponent(site.url), encodeURIComponent('https://evil.example')),
    );
    await check.see('authorization, refused', 'This request can’t be read');
    expect(await check.end()).toEqual([]);
    await page.context().close();
  });

  it('ask for the command line each time, and whether to log out where an application wants it', async () => {
    const email = await newPerson('viewer');
    const page = await open(narrow);
    const check = new PageCheck(page);
    const asked = {
      ...{ client_id: firstPartyKeys.commandLine, redirect_uri: 'http://127.0.0.1:9/callback' },
      ...{ response_type: 'code', scope: 'openid transactions', code_challenge_method: 'S256' },
      code_challenge: hash('sha256', 'v'.repeat(43), 'base64url'),
    };
    await page.goto(`/auth?${new URLSearchParams(asked).toString()}`);
    await logIn(page, email);
    await check.see('authorization, command line', 'Halyard command line asks for access');
    await page.goto(`/session/end?client_id=${integration.key}`);
    await check.see('log out, asked for by an application', 'Log out');
    await page.getByRole('button', { name: 'Log out' }).click();
    await check.see('logged out of an application', 'You are logged out');
    expect(await check.end()).toEqual([]);
    await page.context().close();
  });

  it('let a member deny alone', async () => {
    const page = await open();
    await page.goto(authPath('member'));
    await logIn(page, await newPerson('member'));
    const check = new PageCheck(page);
    await check.see('authorization, consent of a member', CONSENT);
    expect(await page.getByRole('button', { name: 'Allow' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Deny' }).click();
    expect(await cameBack(page)).toMatchObject({ error: 'access_denied', state: 'member' });
    expect(await check.end()).toEqual([]);
    await page.context().close();
  });
});
