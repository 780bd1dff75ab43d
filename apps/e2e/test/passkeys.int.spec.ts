import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { askForChromium, launchBrowser, titleIn } from './support/browser.js';
import { letterLink, PASSWORD } from './support/people.js';
import { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
/** A folder for pictures of the pages, for who wants to look at them. */
const SHOTS = process.env['TEST_SCREENSHOTS'];

(offer.missing === undefined ? describe : describe.skip)(titleIn('passkeys', offer), () => {
  let shared: SharedSuite;
  let browser: Browser;
  beforeAll(async () => {
    shared = await SharedSuite.join('passkeys');
    browser = await launchBrowser(offer, { trusts: shared.client.connection.baseUrl });
  }, 300_000);
  afterAll(async () => {
    await browser.close();
    await shared.leave();
  });

  /** A page of a browser that has a security key which asks for a PIN, and gets it. */
  async function openWithKey(): Promise<Page> {
    const context = await browser.newContext({ baseURL: shared.client.connection.baseUrl });
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

  async function shoot(page: Page, name: string): Promise<void> {
    if (!SHOTS) return;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: `${SHOTS}/${name} ${colorScheme}.png`, fullPage: true });
    }
  }

  it('are added on the profile, asked for after the password, and removed', async () => {
    const page = await openWithKey();
    const email = await join(page);
    await shoot(page, 'profile that offers a passkey');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your passkey is added' }).waitFor();
    await page.getByRole('link', { name: 'I have kept them' }).click();
    await page.getByRole('button', { name: 'Remove passkey' }).waitFor();
    await shoot(page, 'profile with a passkey');

    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('link', { name: 'Log in again' }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Two-step verification' }).waitFor();
    await shoot(page, 'second factor with a passkey');
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('heading', { level: 1, name: 'Your profile' }).waitFor();
    expect(await page.getByText('with password and passkey').count()).toBe(1);

    await page.getByRole('button', { name: 'Remove passkey' }).click();
    await page.getByText('a password is all it takes').waitFor();
    expect(await page.getByRole('button', { name: 'Remove passkey' }).count()).toBe(0);
    await page.context().close();
  }, 120_000);
});
