// Runs: embedded
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { askForChromium, connectBrowser, titleIn } from './support/browser.js';
import { narrow, PageCheck } from './support/page-check.js';
import { letterLink, PASSWORD } from './support/people.js';
import { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
(offer.missing === undefined ? describe : describe.skip)(titleIn('pages for people', offer), () => {
  let shared: SharedSuite;
  let browser: Browser;
  beforeAll(async () => {
    shared = await SharedSuite.join('people-pages');
    browser = await connectBrowser(offer);
  });
  afterAll(async () => {
    await browser.close();
    await shared.leave();
  });

  /** A browser without script. */
  async function open(options: BrowserContextOptions): Promise<Page> {
    const { baseUrl } = shared.client.connection;
    const context = await browser.newContext({
      ...options,
      baseURL: baseUrl,
      ignoreHTTPSErrors: true,
      javaScriptEnabled: false,
    });
    return context.newPage();
  }

  it('lead from an invitation to the profile, a second factor and a new password', async () => {
    const page = await open(narrow);
    const urls: string[] = [];
    page.on('request', (request) => urls.push(new URL(request.url()).origin));
    const check = new PageCheck(page);
    const email = `${randomUUID()}@example.com`;
    const invitation = { email, name: 'Ada Byron', role: 'owner' };
    await shared.client.create('/invitations', invitation);
    await page.goto(await letterLink(shared.suite, email, 'You are invited to an account'));
    await check.see('choose a password', 'Choose a password');
    await page.getByLabel('New password', { exact: true }).fill('password1234');
    await page.getByLabel('Repeat the new password').fill('something else');
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('alert').waitFor();
    await check.see('choose a password, refused', 'Choose a password');
    expect(await page.getByLabel('New password', { exact: true }).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat the new password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Save password' }).click();
    await check.see('profile', 'Your profile');

    await page.getByRole('link', { name: 'Set up an authenticator' }).click();
    await check.see('set up an authenticator', 'Set up an authenticator');
    const secret = ((await page.locator('code.key').textContent()) ?? '').replaceAll(/\s/g, '');
    await page.getByLabel('One-time code').fill('000000');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await check.see('set up an authenticator, refused', 'Set up an authenticator');
    await page.getByLabel('One-time code').fill(new TOTP({ secret }).generate());
    await page.getByRole('button', { name: 'Turn on' }).click();
    await check.see('recovery codes', 'Your authenticator is on');
    const [code = ''] = await page.locator('ol code').allTextContents();
    await page.getByRole('link', { name: 'I have kept them' }).click();
    await page.getByRole('link', { name: 'Change your authenticator' }).click();
    await check.see('authenticator', 'Your authenticator');
    await page.goto('/me/password');
    await check.see('change password', 'Change your password');

    await page.goto('/logout');
    await check.see('log out', 'Log out');
    await page.getByRole('button', { name: 'Log out' }).click();
    await check.see('logged out', 'You are logged out');
    await page.getByRole('link', { name: 'Log in again' }).click();
    await check.see('log in', 'Log in');
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await check.see('log in, refused', 'Log in');
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await check.see('second factor', 'Two-step verification');
    await page.getByRole('link', { name: 'Use a recovery code' }).click();
    await check.see('recovery code', 'Two-step verification');
    await page.getByLabel('Recovery code').fill(code);
    await page.getByRole('button', { name: 'Verify' }).click();
    await check.see('profile with a factor', 'Your profile');
    await page.context().clearCookies();
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await check.see('forgotten password', 'Reset your password');
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await check.see('link sent', 'Look into your mailbox');
    await page.goto(await letterLink(shared.suite, email, 'Reset your password'));
    await page.goto(`/invitations/${'x'.repeat(43)}`);
    await check.see('error', 'This page does not exist');

    expect(await check.end()).toEqual([]);
    expect([...new Set(urls)]).toEqual([new URL(shared.client.connection.baseUrl).origin]);
    await page.context().close();
  });

  it('say what is wrong where a link was cut off, an address can’t be read, or a form was opened by its address', async () => {
    const page = await open({});
    for (const [path, status, heading] of [
      ['/invitations/cut-off', 404, 'This page does not exist'],
      ['/password-resets/%ff', 400, 'This request can’t be read'],
      ['/auth?client_id=%00', 400, 'This request can’t be read'],
      ['/me/passkeys', 405, 'This page is not opened by its address'],
    ] as const) {
      const answer = await page.goto(path);
      expect([path, answer?.status()]).toEqual([path, status]);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      await page.getByText(/^Request [\da-f-]{36}$/).waitFor();
    }
    await page.context().close();
  });

  it('are framed by nobody, and a linking page with a parent, which is for frames alone, is no place to send forms from', async () => {
    const page = await open({});
    const { baseUrl } = shared.client.connection;
    const answer = await page.request.get('/login', { headers: { referer: `${baseUrl}/linking/applications/1` } });
    expect(answer.status()).toBe(403);
    expect((await page.request.get('/login')).headers()).not.toHaveProperty('access-control-allow-origin');
    const framed = await page.goto(`/linking/applications/${randomUUID()}?parent=https%3A%2F%2Fshop.example`);
    expect(framed?.status()).toBe(403);
    await page.context().close();
  });
});
