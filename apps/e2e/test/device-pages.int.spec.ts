// Runs: embedded
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runWith } from '@halyard/cli';
import { firstPartyKeys } from '@halyard/contracts/applications';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as openid from 'openid-client';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { Agent, fetch as fetchBy } from 'undici';
import { askForChromium, connectBrowser, titleIn } from './support/browser.js';
import { narrow, PageCheck } from './support/page-check.js';
import { letterLink, PASSWORD, sendForm } from './support/people.js';
import { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();
const ASKED = 'Halyard command line asks for access';

(offer.missing === undefined ? describe : describe.skip)(titleIn('the device grant', offer), () => {
  let shared: SharedSuite;
  let browser: Browser;
  let dispatcher: Agent;
  let configuration: openid.Configuration;
  let email: string;
  beforeAll(async () => {
    shared = await SharedSuite.join('Printers of Ada');
    const { baseUrl, caFile = '' } = shared.client.connection;
    dispatcher = new Agent({ connect: { ca: await readFile(caFile, 'utf8') } });
    const trusting: openid.CustomFetch = (url, options) => fetchBy(url, { ...options, dispatcher });
    configuration = await openid.discovery(new URL(baseUrl), firstPartyKeys.commandLine, undefined, openid.None(), {
      [openid.customFetch]: trusting,
    });
    configuration[openid.customFetch] = trusting;
    email = `${randomUUID()}@example.com`;
    await shared.client.create('/invitations', { email, name: 'Ada Byron', role: 'viewer' });
    const link = await letterLink(shared.suite, email, 'You are invited to an account');
    await sendForm(shared.client, link, { 'new-password': PASSWORD, 'repeated-password': PASSWORD });
    browser = await connectBrowser(offer);
  });
  afterAll(async () => {
    await browser.close();
    await dispatcher.close();
    await shared.leave();
  });

  const begin = (): Promise<openid.DeviceAuthorizationResponse> =>
    openid.initiateDeviceAuthorization(configuration, { scope: 'openid transactions' });

  /** A browser without script. */
  async function open(options: BrowserContextOptions = {}): Promise<Page> {
    const context = await browser.newContext({ ...options, ignoreHTTPSErrors: true, javaScriptEnabled: false });
    return context.newPage();
  }
  async function logIn(page: Page): Promise<void> {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
  }

  it('by openid-client leads over log-in and code to tokens of a session of its own', async () => {
    const asked = await begin();
    expect(asked).toMatchObject({ expires_in: 600, interval: 5 });
    const tokens = openid.pollDeviceAuthorizationGrant(configuration, asked);
    const page = await open(narrow);
    const check = new PageCheck(page);
    await page.goto(asked.verification_uri);
    await logIn(page);
    await check.see('device, code', 'Connect a program');
    await page.getByRole('textbox', { name: 'Code' }).fill('BCDF-GHJK');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').waitFor();
    await check.see('device, wrong code', 'Connect a program');
    await page.getByRole('textbox', { name: 'Code' }).fill(asked.user_code.toLowerCase());
    await page.getByRole('button', { name: 'Continue' }).click();
    await check.see('device, question', ASKED);
    for (const text of [asked.user_code, email, 'Printers of Ada', 'viewer'])
      expect(await page.getByText(text, { exact: true }).count()).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Allow' }).click();
    await check.see('device, allowed', 'Halyard command line is connected');
    const { access_token: accessToken, refresh_token: refreshToken = '' } = await tokens;
    const { status } = await shared.client.raw('GET', '/', {
      accept: 'application/vnd.service.v1.hal+json',
      authorization: `Bearer ${accessToken}`,
    });
    expect(status).toBe(200);
    expect(await openid.refreshTokenGrant(configuration, refreshToken)).toHaveProperty('access_token');

    await page.goto(new URL('/me', asked.verification_uri).href);
    expect(await page.getByText('Halyard command line, allowed in').count()).toBeGreaterThan(0);
    expect(await check.end()).toEqual([]);
    await page.context().close();
  });

  it('by the complete address leads to the question right after the log-in, by keyboard, and can be denied', async () => {
    const asked = await begin();
    const tokens = openid.pollDeviceAuthorizationGrant(configuration, asked);
    const denied = expect(tokens).rejects.toMatchObject({ error: 'access_denied' });
    const page = await open();
    await page.goto(asked.verification_uri_complete ?? '');
    await page.getByLabel('E-mail').focus();
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: ASKED }).waitFor();
    expect(await page.getByText(asked.user_code, { exact: true }).count()).toBe(1);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await page.locator('button:focus').textContent()).toBe('Deny');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Halyard command line has no access' }).waitFor();
    await denied;
    await page.context().close();
  });

  it('logs the command line in', async () => {
    const home = await mkdtemp(join(tmpdir(), 'halyard-device-'));
    const { baseUrl, caFile = '' } = shared.client.connection;
    const printed: string[] = [];
    const run = (...args: readonly string[]): Promise<number> =>
      runWith(['node', 'halyard', '--json', ...args, '--profile', 'device'], {
        env: { HOME: home },
        print: (line) => printed.push(line),
        note: (line) => printed.push(line),
        readInput: () => Promise.resolve(''),
        signal: new AbortController().signal,
      });
    const loggedIn = run('login', '--device', '--url', baseUrl, '--ca', caFile);
    const first = await waitFor('the address', () => printed[0]);
    const { verification_uri_complete: address } = JSON.parse(first) as { readonly verification_uri_complete: string };
    const page = await open();
    await page.goto(address);
    await logIn(page);
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByRole('heading', { name: 'Halyard command line is connected' }).waitFor();
    expect({ code: await loggedIn, printed }).toMatchObject({ code: 0 });
    expect(JSON.parse(printed.at(-1) ?? '')).toMatchObject({ profile: 'device', user: { email } });
    expect(await run('whoami')).toBe(0);
    expect(printed.at(-1)).toContain(email);
    await page.context().close();
    await rm(home, { recursive: true });
  });
});
