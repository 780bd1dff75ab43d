// Runs: embedded
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { askForChromium, launchTrusting, titleIn } from './support/browser.js';
import { narrow, PageCheck } from './support/page-check.js';
import { letterLink, PASSWORD } from './support/people.js';
import { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();

(offer.missing === undefined ? describe : describe.skip)(titleIn('passkeys', offer), () => {
  let shared: SharedSuite;
  let browser: Browser;
  beforeAll(async () => {
    shared = await SharedSuite.join('passkeys');
    browser = await launchTrusting(offer, shared.client.connection.baseUrl);
  });
  afterAll(async () => {
    await browser.close();
    await shared.leave();
  });

  /** A page of a browser that has a security key which asks for a PIN, and gets it. */
  async function openWithKey(look: BrowserContextOptions): Promise<Page> {
    const context = await browser.newContext({ ...look, baseURL: shared.client.connection.baseUrl });
    const page = await context.newPage();
    const devTools = await context.newCDPSession(page);
    await devTools.send('WebAuthn.enable');
    await devTools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'usb', hasUserVerification: true, isUserVerified: true },
        automaticPresenceSimulation: true,
      },
    });
    return page;
  }

  async function join(page: Page): Promise<string> {
    const email = `${randomUUID()}@example.com`;
    await shared.client.create('/invitations', { email, name: 'Ada Byron', role: 'viewer' });
    await page.goto(await letterLink(shared.suite, email, 'You are invited to an account'));
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Repeat the new password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Save password' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();
    return email;
  }

  /** By keyboard. */
  const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name }).press('Enter');

  it('are added on the profile, asked for after the password, and removed', async () => {
    const page = await openWithKey(narrow);
    const check = new PageCheck(page);
    const email = await join(page);
    await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
    await check.see('profile that offers a passkey', 'Your profile');
    await press(page, 'Add a passkey');
    await check.see('recovery codes beside a passkey', 'Your passkey is added');
    await page.getByRole('link', { name: 'I have kept them' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).waitFor();
    await check.see('profile with a passkey', 'Your profile');

    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('link', { name: 'Log in again' }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await check.see('second factor with a passkey', 'Two-step verification');
    await press(page, 'Use a passkey');
    await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();
    expect(await page.getByText('with password and passkey').count()).toBe(1);

    await press(page, 'Remove passkey');
    await page.getByText('a password is all it takes').waitFor();
    expect(await page.getByRole('button', { name: 'Remove passkey' }).count()).toBe(0);
    expect(await check.end()).toEqual([]);
    await page.context().close();
  });
});
