// Runs: embedded
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { askForChromium, connectBrowser, titleIn } from './support/browser.js';
import { allowCopying, copiedIn } from './support/clipboard.js';
import { PageCheck } from './support/page-check.js';
import { runShell } from './support/run-shell.js';
import { SharedSuite } from './support/shared-suite.js';

const offer = await askForChromium();

(offer.missing === undefined ? describe : describe.skip)(titleIn('the page at the root', offer), () => {
  let shared: SharedSuite;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    shared = await SharedSuite.join('welcome');
    browser = await connectBrowser(offer);
    const { baseUrl: baseURL } = shared.client.connection;
    const context = await browser.newContext({ baseURL, ignoreHTTPSErrors: true });
    await allowCopying(context);
    page = await context.newPage();
    await page.goto('/');
  });
  afterAll(async () => {
    await browser.close();
    await shared.leave();
  });

  it('has lines that can be copied, and do in a shell what they say', async () => {
    const copied: string[] = [];
    for (const step of await page
      .getByRole('listitem')
      .filter({ has: page.locator('pre') })
      .all()) {
      await step.getByRole('button', { name: /^Copy: / }).click();
      await step.getByRole('button', { name: /^Copied: / }).waitFor();
      copied.push(await copiedIn(page));
    }
    expect(copied).toHaveLength(4);
    expect(await runShell(copied.join(''), tmpdir())).toMatch(/HTTP\/[\d.]+ 201 [^]*"customers":\[/);
  });

  it('leads to the console, and has room on a telephone at night', async () => {
    const check = new PageCheck(page);
    await check.see('welcome', 'Halyard is running');
    expect(await check.end()).toEqual([]);
    await page.getByRole('link', { name: 'Open the console' }).click();
    await page.getByRole('heading', { level: 1, name: 'Log in', exact: true }).waitFor();
  });
});
