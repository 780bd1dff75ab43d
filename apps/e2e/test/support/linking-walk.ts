import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, FrameLocator, Locator, Page } from 'playwright-core';
import type { HalBody } from '@halyard/suite/client';
import type { PartnerSite } from './partner-site.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** WCAG 2.2 AA, and the further advice of axe-core. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The arguments of the callback: an error, or an answer that links to the bank. */
type CallbackArguments = readonly [error: { readonly code: string } | null, response?: HalBody];
interface SeenStep {
  readonly currentPage: string;
  readonly error?: { readonly code: string };
}

interface AxeResults {
  readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
}

export interface WalkOptions {
  /** The options for `iav.start`. */
  readonly options?: object;
  readonly context?: BrowserContextOptions;
}

/** A person who links a bank, in a partner's page or on the hosted page alone. */
export class LinkingWalk {
  /** Messages on the browser's console, such as errors and violations of policies. */
  readonly console: string[] = [];
  /** All requested URLs. */
  readonly urls: string[] = [];

  private constructor(
    readonly page: Page,
    private readonly apiUrl: string,
  ) {
    page.on('console', (message) => this.console.push(message.text()));
    page.on('pageerror', ({ message }) => this.console.push(message));
    page.on('request', (request) => this.urls.push(request.url()));
  }

  static async begin(
    browser: Browser,
    site: PartnerSite,
    apiUrl: string,
    token: string,
    { options = {}, context = {} }: WalkOptions = {},
  ): Promise<LinkingWalk> {
    const script = `window.told = []; window.seen = [];
service.iav.start(${JSON.stringify(token)},
  { container: 'bank', subscriber: (page) => seen.push(page), ...${JSON.stringify(options)} },
  (error, response) => told.push([error, response]));`;
    const url = site.putPage('/rent', apiUrl, script);
    return LinkingWalk.at(browser, url, apiUrl, context);
  }

  /** Begins in a page that exists already. */
  static async at(browser: Browser, url: string, apiUrl: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ ignoreHTTPSErrors: true, ...options });
    const walk = new LinkingWalk(await context.newPage(), apiUrl);
    await walk.page.goto(url);
    return walk;
  }

  /** Begins in a page that somebody has opened. */
  static in(page: Page, apiUrl: string): LinkingWalk {
    return new LinkingWalk(page, apiUrl);
  }

  /** The hosted page, in its frame or alone. */
  get frame(): FrameLocator | Page {
    const isAlone = this.page.url().startsWith(`${this.apiUrl}/linking/`);
    return isAlone ? this.page : this.page.frameLocator('#bank iframe');
  }

  /** Waits for a step. */
  async reach(heading: string): Promise<void> {
    await this.frame.getByRole('heading', { name: heading }).waitFor();
  }

  async choose(institution: string | RegExp = /./): Promise<void> {
    await this.reach('Choose your bank');
    await this.frame.locator('#institutions').getByRole('button', { name: institution }).first().click();
    await this.reach('Log in to');
  }

  /** Types the same text into each field of the shown form, and submits it. */
  async fill(text: string): Promise<void> {
    for (const input of await this.frame.locator('form:visible input').all()) await input.fill(text);
    await this.frame.locator('form:visible button[type=submit]').click();
  }

  async logIn(text = 'anything'): Promise<void> {
    await this.fill(text);
    await this.reach('wants to know it is you');
  }

  async answer(text = 'anything'): Promise<void> {
    await this.fill(text);
    await this.reach('Choose an account');
  }

  async select(account: RegExp): Promise<void> {
    await this.frame.getByRole('radio', { name: account }).first().check();
    await this.frame.getByRole('button', { name: 'Link this account' }).click();
  }

  /** Presses keys by their names, and types all other texts. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      if (/^(?:Tab|Enter|Arrow\w+)$/.test(key)) await this.page.keyboard.press(key);
      else await this.page.keyboard.type(key);
    }
  }

  async text(selector: string): Promise<string> {
    return (await this.frame.locator(selector).textContent()) ?? '';
  }

  isFocused(locator: Locator): Promise<boolean> {
    return locator.evaluate((element: { matches(selector: string): boolean }) => element.matches(':focus'));
  }

  /** Resolves with the error that the page shows. */
  async alerted(): Promise<string> {
    const alert = this.frame.getByRole('alert').filter({ hasText: /./ });
    await alert.waitFor();
    return (await alert.textContent()) ?? '';
  }

  /** Resolves with the callback's arguments once it was called. */
  async told(): Promise<CallbackArguments> {
    await this.page.waitForFunction('told.length > 0');
    return this.page.evaluate<CallbackArguments>('told[0]');
  }

  /** The calls of the page's subscriber. */
  seen(): Promise<readonly SeenStep[]> {
    return this.page.evaluate<readonly SeenStep[]>('seen');
  }

  /** The value of an expression within the hosted page. */
  evaluate<Value>(expression: string): Promise<Value> {
    const frame = this.page.frames().find((one) => one.url().startsWith(`${this.apiUrl}/linking/`));
    if (!frame) throw new Error('there is no frame');
    return frame.evaluate<Value>(expression);
  }

  /** Findings of axe-core about the page in its present state, and whether it is wider than its frame (WCAG 1.4.10). */
  async violations(): Promise<string[]> {
    await this.evaluate(axe);
    const { violations } = await this.evaluate<AxeResults>(`axe.run({ runOnly: ${JSON.stringify(RULES)} })`);
    const width = await this.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    return width > 0 ? [...found, `${width} pixels too wide`] : found;
  }

  end(): Promise<void> {
    return this.page.context().close();
  }
}
