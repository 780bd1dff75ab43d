// Runs: embedded
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { askForChromium, connectBrowser, titleIn } from './support/browser.js';
import { SharedSuite } from './support/shared-suite.js';

const BUILT = join(import.meta.dirname, '../../../site/dist');
const isBuilt = existsSync(join(BUILT, 'index.html'));
const offer = await askForChromium();
const missing = isBuilt ? offer.missing : 'npm run docs has not built it here';

const PAGE_BYTES_MAX = 30_000;

/** Far more than all pages need. */

/** Run in the page: what axe finds, and whether the page is wider than the window. */
const CHECK = `axe
  .run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
  })
  .then(({ violations }) => [
    ...violations.map(({ id, nodes }) => id + ': ' + nodes[0].html),
    ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['wider than the window'] : []),
  ])`;

/** How each page is looked at. */
const looks = [
  ['light', 1_280],
  ['dark', 1_280],
  ['light', 320],
  ['dark', 320],
] as const;

/** Stands for the origin of the suite. */
const ORIGIN = 'https://site';

const addressesIn = (html: string, from: string, pattern: RegExp): readonly URL[] =>
  [...html.matchAll(pattern)].map(([, target = '']) => new URL(target.replaceAll('&amp;', '&'), ORIGIN + from));

const linksOf = (html: string, from: string): readonly URL[] =>
  addressesIn(html, from, /<a\b[^>]*?\shref="([^"]*)"/g).filter(({ origin }) => origin === ORIGIN);

/** What a browser loads for a page. */
const assetsOf = (html: string, from: string): readonly URL[] =>
  addressesIn(html, from, /<(?:link|script|img|source)\b[^>]*?\s(?:href|src)="([^"]*)"/g);

/** The first of each folder: its pages are made alike. */
const onePerFolder = (pages: readonly string[]): readonly string[] =>
  [...Map.groupBy(pages, (page) => (page.split('/').length > 4 ? page.split('/')[2] : page)).values()].map(
    ([first = '']) => first,
  );

(missing === undefined ? describe : describe.skip)(
  titleIn('the documentation site', { ...offer, ...(missing !== undefined && { missing }) }),
  () => {
    let shared: SharedSuite;
    let browser: Browser;
    let site: ReadonlyMap<string, string>;
    let pages: readonly string[];

    beforeAll(async () => {
      shared = await SharedSuite.join('documentation');
      browser = await connectBrowser(offer);
      site = await crawl();
      pages = [...site].filter(([, html]) => html !== '').map(([address]) => address);
    });
    afterAll(async () => {
      await browser.close();
      await shared.leave();
    });

    const context = (options: BrowserContextOptions = {}) => {
      const { baseUrl: baseURL } = shared.client.connection;
      return browser.newContext({ ...options, baseURL, ignoreHTTPSErrors: true });
    };

    /** What each address of the site answers, from the first page on. @throws for a link that leads nowhere */
    async function crawl(): Promise<ReadonlyMap<string, string>> {
      const reader = await context();
      const site = new Map([['/docs/', '']]);
      for (const address of site.keys()) {
        const answer = await reader.request.get(address);
        expect([address, answer.status()]).toEqual([address, 200]);
        if (!answer.headers()['content-type']?.startsWith('text/html')) continue;
        const html = await answer.text();
        site.set(address, html);
        for (const { pathname } of [...linksOf(html, address), ...assetsOf(html, address)]) {
          if (!site.has(pathname)) site.set(pathname, '');
        }
      }
      await reader.close();
      return site;
    }

    /** Notes what a page does that it must not: errors, and requests to other origins. */
    function watch(page: Page): readonly string[] {
      const noted: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') noted.push(message.text());
      });
      page.on('pageerror', ({ message }) => noted.push(message));
      page.on('request', (request) => {
        if (!request.url().startsWith(shared.client.connection.baseUrl)) noted.push(request.url());
      });
      return noted;
    }

    it('has each of its pages where a link leads', () => {
      const built = globSync('**/index.html', { cwd: BUILT }).map(
        (file) => `/docs/${file.replace(/index\.html$/, '')}`,
      );
      expect(pages.toSorted()).toEqual(built.toSorted());
      expect(pages).toEqual(
        expect.arrayContaining(['/docs/quick-start/', '/docs/errors/NotFound/', '/docs/api/createTransfer/']),
      );
    });

    it('leads to anchors that there are, and loads nothing from elsewhere', () => {
      const wrong = [...site].flatMap(([address, html]) => [
        ...linksOf(html, address).filter(
          ({ hash, pathname }) =>
            hash !== '' && !site.get(pathname)?.includes(` id="${decodeURIComponent(hash.slice(1))}"`),
        ),
        ...assetsOf(html, address).filter(({ origin }) => origin !== ORIGIN),
      ]);
      expect(wrong.map(({ href }) => href)).toEqual([]);
    });

    it('has pages that are small', () => {
      const large = [...site].filter(([, html]) => gzipSync(html).length > PAGE_BYTES_MAX);
      expect(large.map(([address]) => address)).toEqual([]);
    });

    it('has each page as Markdown beside it', async () => {
      const reader = await context();
      for (const address of pages) {
        const markdown = address === '/docs/' ? '/docs/index.md' : address.replace(/\/$/, '.md');
        expect([markdown, (await reader.request.get(markdown)).status()]).toEqual([markdown, 200]);
      }
      expect((await reader.request.get('/docs/llms-full.txt')).status()).toBe(200);
      await reader.close();
    });

    it('has at each address of llms.txt a page as Markdown', async () => {
      const reader = await context();
      const text = await (await reader.request.get('/llms.txt')).text();
      expect(text).toBe(await (await reader.request.get('/docs/llms.txt')).text());
      for (const [, address = ''] of text.matchAll(/\]\(([^)]+)\)/g)) {
        expect([address, (await reader.request.get(address)).status()]).toEqual([address, 200]);
      }
      await reader.close();
    });

    it('can be read by everybody, wide and narrow, by day and by night', async () => {
      const page = await (await context()).newPage();
      const noted = watch(page);
      const checker = await context({ bypassCSP: true });
      const copy = await checker.newPage();
      const found: string[] = [];
      const checked = process.env['TEST_RUN'] === 'long' ? pages : onePerFolder(pages);
      for (const address of checked) {
        await page.goto(address);
        await copy.goto(address);
        await copy.addScriptTag({ content: axe.source });
        for (const [colorScheme, width] of looks) {
          await copy.setViewportSize({ width, height: 800 });
          await copy.emulateMedia({ colorScheme });
          const violations = await copy.evaluate<string[]>(CHECK);
          found.push(...violations.map((violation) => `${address}, ${colorScheme} at ${width}: ${violation}`));
        }
      }
      await Promise.all([page.context().close(), checker.close()]);
      expect([checked.length > 0, found, noted]).toEqual([true, [], []]);
    });

    it.each([
      ['R03', '/docs/return-codes/R03/'],
      ['UnsupportedBank', '/docs/errors/UnsupportedBank/'],
      ['Idempotency-Key', '/docs/concepts/idempotency/'],
      ['Process bank transfers', '/docs/sandbox/process-bank-transfers/'],
      ['createTransfer', '/docs/api/createTransfer/'],
      ['POST /transfers', '/docs/api/createTransfer/'],
      ['get /transfers/:id', '/docs/api/getTransfer/'],
      ['Create a transfer', '/docs/api/createTransfer/'],
      ['creat a transfer', '/docs/api/createTransfer/'],
      ['IdempotencyKeyReuzed', '/docs/errors/IdempotencyKeyReused/'],
      ['rate limit', '/docs/limits/'],
      ['customer_funding_source_negative', '/docs/events/customer_funding_source_negative/'],
    ])('finds %s first, without a network', async (words, address) => {
      const page = await (await context()).newPage();
      const noted = watch(page);
      await page.goto('/docs/');
      await page.context().setOffline(true);
      await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(words);
      const first = page.getByRole('search').getByRole('link').first();
      expect(await first.getAttribute('href')).toBe(address);
      await page.context().setOffline(false);
      await page.keyboard.press('Enter');
      await page.waitForURL(`**${address}`);
      expect(noted).toEqual([]);
      await page.context().close();
    });

    it('shows in which part of a page the words are, and decisions only if asked for them', async () => {
      const page = await (await context()).newPage();
      await page.goto('/docs/');
      const search = page.getByRole('search');
      await search.getByRole('searchbox').fill('signature');
      await search.locator('a[href*="#"]').first().waitFor();
      const decisions = search.locator('a[href^="/docs/adr/"]');
      await search.getByRole('searchbox').fill('search index of the documentation');
      expect(await decisions.count()).toBe(0);
      await search.getByRole('checkbox', { name: 'Decisions too' }).check();
      await decisions.first().waitFor();
      await page.context().close();
    });

    it('shows a request in tabs, with the address of the suite that serves the page, and copies it', async () => {
      const reader = await context({ permissions: ['clipboard-read', 'clipboard-write'] });
      const page = await reader.newPage();
      const noted = watch(page);
      await page.goto('/docs/api/createTransfer/');
      const { baseUrl } = shared.client.connection;
      const panel = page.getByRole('tabpanel', { name: 'curl' });
      expect(await panel.innerText()).toContain(`curl '${baseUrl}/transfers'`);
      await panel.getByRole('button', { name: /copy/i }).click();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(copied).toContain(`curl '${baseUrl}/transfers' \\\n`);
      await page.getByRole('tab', { name: 'curl' }).press('ArrowRight');
      await page.getByRole('tabpanel', { name: 'Command line' }).getByText('halyard transfers create').waitFor();
      expect(await panel.isVisible()).toBe(false);
      expect(noted).toEqual([]);
      await reader.close();
    });

    it('is searched with the keyboard alone, and says what it finds', async () => {
      const page = await (await context()).newPage();
      await page.goto('/docs/');
      await page.keyboard.press('Control+k');
      await page.keyboard.type('xyzzy');
      await page.getByRole('status').getByText('Nothing found for “xyzzy”').waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('<img src=x> R03');
      await page.getByRole('status').getByText('Nothing found for').waitFor();
      await page.keyboard.press('Control+a');
      await page.keyboard.type('refund');
      await page.keyboard.press('ArrowDown');
      const first = page.getByRole('search').getByRole('link').first();
      expect(await page.locator(':focus').getAttribute('href')).toBe(await first.getAttribute('href'));
      await page.keyboard.press('Escape');
      expect(await first.isVisible()).toBe(false);
      await page.context().close();
    });

    it('has nothing in a page that looks like a search where scripts are off', async () => {
      const page = await (await context({ javaScriptEnabled: false })).newPage();
      await page.goto('/docs/');
      expect(await page.getByRole('searchbox').count()).toBe(0);
      await page.context().close();
    });

    it('can be read without scripts', async () => {
      const page = await (await context({ javaScriptEnabled: false })).newPage();
      await page.goto('/docs/quick-start/');
      await page.getByRole('heading', { level: 1, name: 'Quick start' }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'how money moves', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'How money moves' }).waitFor();
      await page.context().close();
    });
  },
);
