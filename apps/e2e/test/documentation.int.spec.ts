import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { askForChromium, launchBrowser, titleIn } from './support/browser.js';
import { SharedSuite } from './support/shared-suite.js';

const isBuilt = existsSync(join(import.meta.dirname, '../../../site/dist/index.html'));
const offer = await askForChromium();
const missing = isBuilt ? offer.missing : 'npm run docs has not built it here';

/** Far more than all pages need in one look. */
const ALL_PAGES_MS = 3_600_000;

/** Run in the page: what axe finds, and whether the page is wider than the window. */
const CHECK = `axe
  .run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
  .then(({ violations }) => [
    ...violations.map(({ id, nodes }) => id + ': ' + nodes[0].html),
    ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['wider than the window'] : []),
  ])`;

const looks: readonly (readonly [string, BrowserContextOptions])[] = [
  ['wide and light', { viewport: { width: 1_280, height: 800 }, colorScheme: 'light' }],
  ['wide and dark', { viewport: { width: 1_280, height: 800 }, colorScheme: 'dark' }],
  ['narrow and light', { viewport: { width: 320, height: 640 }, colorScheme: 'light' }],
  ['narrow and dark', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' }],
];

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
    let pages: readonly string[];

    beforeAll(async () => {
      shared = await SharedSuite.join('documentation');
      browser = await launchBrowser(offer);
      pages = await crawl();
    }, 300_000);
    afterAll(async () => {
      await browser.close();
      await shared.leave();
    });

    const context = (options: BrowserContextOptions = {}) => {
      const { baseUrl: baseURL } = shared.client.connection;
      return browser.newContext({ ...options, baseURL, ignoreHTTPSErrors: true });
    };

    /** The addresses of all pages, from the first on. @throws for a link that leads nowhere */
    async function crawl(): Promise<readonly string[]> {
      const reader = await context();
      const seen = new Set(['/docs/']);
      for (const address of seen) {
        const answer = await reader.request.get(address);
        expect([address, answer.status()]).toEqual([address, 200]);
        if (!answer.headers()['content-type']?.startsWith('text/html')) continue;
        const links = [...(await answer.text()).matchAll(/<a\b[^>]*?\shref="([^"#]*)/g)].map(([, link = '']) => link);
        for (const link of links) {
          const { origin, pathname } = new URL(link, new URL(address, 'https://site'));
          if (origin === 'https://site') seen.add(pathname);
        }
      }
      await reader.close();
      return [...seen].filter((address) => address.startsWith('/docs/') && address.endsWith('/'));
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

    it('has its pages where links lead', () => {
      expect(pages.length).toBeGreaterThan(400);
      expect(pages).toEqual(
        expect.arrayContaining(['/docs/quick-start/', '/docs/errors/NotFound/', '/docs/api/createTransfer/']),
      );
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

    it.each(looks)(
      'can be read by everybody, %s',
      async (_, options) => {
        const page = await (await context(options)).newPage();
        const noted = watch(page);
        const checker = await browser.newContext({ ...options, bypassCSP: true, ignoreHTTPSErrors: true });
        const found: Record<string, readonly string[]> = {};
        const checked = process.env['TEST_LONG'] === 'true' ? pages : onePerFolder(pages);
        for (const address of checked) {
          await page.goto(address);
          const copy = await checker.newPage();
          await copy.goto(page.url());
          await copy.addScriptTag({ content: axe.source });
          found[address] = await copy.evaluate<string[]>(CHECK);
          await copy.close();
        }
        await Promise.all([page.context().close(), checker.close()]);
        expect(found).toEqual(Object.fromEntries(checked.map((address) => [address, []])));
        expect(noted).toEqual([]);
      },
      ALL_PAGES_MS,
    );

    it.each([
      ['R03', '/docs/return-codes/R03/'],
      ['UnsupportedBank', '/docs/errors/UnsupportedBank/'],
      ['createTransfer', '/docs/api/createTransfer/'],
      ['customer_funding_source_negative', '/docs/events/customer_funding_source_negative/'],
    ])('finds %s', async (words, address) => {
      const page = await (await context()).newPage();
      const noted = watch(page);
      await page.goto('/docs/');
      await page.getByRole('button', { name: 'Search' }).click();
      await page.getByRole('search').getByRole('textbox').fill(words);
      const first = page.locator('.pagefind-ui__result-link').first();
      await first.waitFor();
      expect(await first.getAttribute('href')).toBe(address);
      expect(noted).toEqual([]);
      await page.context().close();
    });

    it('can be read without scripts', async () => {
      const page = await (await context({ javaScriptEnabled: false })).newPage();
      await page.goto('/docs/quick-start/');
      await page.getByRole('heading', { level: 1, name: 'Quick start' }).waitFor();
      await page.getByRole('main').getByRole('link', { name: 'How money moves', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'How money moves' }).waitFor();
      await page.context().close();
    });
  },
);
