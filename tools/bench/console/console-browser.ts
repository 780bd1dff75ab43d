import { setTimeout } from 'node:timers/promises';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HalClient } from '@halyard/suite/client';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core';
import { unpackChromium } from '../../jest/chromium.ts';
import { timeOf } from '../times.ts';

/** A page has loaded everything else this long after its content has come. */
const AFTERWARDS_MS = 1_000;

interface CrossedBytes {
  /** All bytes on the wire, including headers. */
  readonly bytes: number;
  readonly scriptBytes: number;
}

/** A page of the console, with the measurements of the developer tools. */
export class ConsolePage {
  readonly context: BrowserContext;
  readonly page: Page;
  private readonly tools: CDPSession;

  private constructor(context: BrowserContext, page: Page, tools: CDPSession) {
    this.context = context;
    this.page = page;
    this.tools = tools;
  }

  /** Opens the page in a browser that has nothing of it in its cache. */
  static async open(browser: Browser): Promise<ConsolePage> {
    const context = await browser.newContext({ ignoreHTTPSErrors: true });
    const page = await context.newPage();
    const tools = await context.newCDPSession(page);
    await tools.send('Network.enable');
    return new ConsolePage(context, page, tools);
  }

  /** Opens the page and logs in. */
  static async loggedIn(browser: Browser, client: HalClient): Promise<ConsolePage> {
    const page = await ConsolePage.open(browser);
    await page.logIn(client);
    return page;
  }

  /** @returns milliseconds from the click on the button until the overview shows everything */
  async logIn({ connection: { baseUrl, person } }: HalClient): Promise<number> {
    if (!person) throw new Error('the demo account has nobody who logs in');
    await this.page.goto(`${baseUrl}/console/`);
    await this.page.getByLabel('E-mail').fill(person.email);
    await this.page.getByLabel('Password').fill(person.password);
    return timeOf(async () => {
      await this.page.getByRole('button', { name: 'Log in', exact: true }).click();
      await this.page.getByText('Balanced').waitFor();
    });
  }

  /** Counts the bytes that the browser loads during `work`. */
  async crossing(work: () => Promise<void>): Promise<CrossedBytes> {
    let [bytes, scriptBytes] = [0, 0];
    const scripts = new Set<string>();
    const began = ({ requestId, type }: { readonly requestId: string; readonly type: string }): void => {
      if (type === 'Script') scripts.add(requestId);
    };
    const ended = (loaded: { readonly requestId: string; readonly encodedDataLength: number }): void => {
      bytes += loaded.encodedDataLength;
      if (scripts.has(loaded.requestId)) scriptBytes += loaded.encodedDataLength;
    };
    this.tools.on('Network.responseReceived', began).on('Network.loadingFinished', ended);
    await work();
    // The stream of events stays open, so that the network is never idle.
    await setTimeout(AFTERWARDS_MS);
    this.tools.off('Network.responseReceived', began).off('Network.loadingFinished', ended);
    return { bytes, scriptBytes };
  }

  /** Bytes of the heap in use after garbage collection. */
  async livingBytes(): Promise<number> {
    await this.tools.send('HeapProfiler.collectGarbage');
    return (await this.tools.send('Runtime.getHeapUsage')).usedSize;
  }

  /** Milliseconds from a click on a link of the navigation to each of two moments. The page itself measures them. */
  async go(name: string): Promise<{ readonly headingMs: number; readonly rowMs: number }> {
    return this.page.evaluate<{ headingMs: number; rowMs: number }>(`(${GO})(${JSON.stringify(name)})`);
  }

  /** Milliseconds, measured by the page, until the last row at an address of the console is on screen. */
  rowsAt(address: string): Promise<number> {
    return this.until(address, '(before) => lastRow() && lastRow() !== before');
  }

  /** Milliseconds, measured by the page, until a timeline at an address has at least this many entries. */
  entriesAt(address: string, entries: number): Promise<number> {
    return this.until(address, `() => document.querySelectorAll('.timeline > li').length >= ${entries}`);
  }

  /** @param ready the source of a function that gets the last row from before */
  private until(address: string, ready: string): Promise<number> {
    return this.page.evaluate<number>(`(${OPEN})(${JSON.stringify(address)}, ${ready})`);
  }

  /** Records from now on how long the page is busy without a break. */
  async watchTasks(): Promise<void> {
    await this.page.evaluate(WATCH_TASKS);
  }

  /** Milliseconds of the longest task since then. Tasks under 50 ms are not recorded. */
  longestTask(): Promise<number> {
    return this.page.evaluate<number>('Math.max(0, ...globalThis.longTasks)');
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

/** Run in the page: clicks, and looks in each frame for the heading, and for a row or the text that there is none. */
const GO = `(name) => new Promise((resolve) => {
  const link = [...document.querySelectorAll('nav a')].find((one) => one.textContent === name);
  const began = performance.now();
  let headingMs = 0;
  const look = () => {
    const now = performance.now() - began;
    if (!headingMs && document.querySelector('h1')?.textContent === name) headingMs = now;
    if (headingMs && document.querySelector('main td, main .empty')) resolve({ headingMs, rowMs: now });
    else requestAnimationFrame(look);
  };
  link.click();
  requestAnimationFrame(look);
})`;

/**
 * Run in the page: goes to an address as the browser's buttons do, and looks in each frame for the expected content.
 */
const OPEN = `(address, isReady) => new Promise((resolve, reject) => {
  globalThis.lastRow = () => document.querySelector('main table tbody')?.lastElementChild;
  const before = lastRow();
  const began = performance.now();
  history.pushState({}, '', address);
  dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  const look = () => {
    const alert = document.querySelector('main [role=alert]');
    if (alert) reject(new Error(address + ': ' + alert.textContent));
    else if (isReady(before) && !document.querySelector('main [aria-busy=true]')) resolve(performance.now() - began);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

const WATCH_TASKS = `{
  globalThis.longTasks = [];
  new PerformanceObserver((list) => longTasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask' });
}`;

export async function withBrowser<Result>(work: (browser: Browser) => Promise<Result>): Promise<Result> {
  const dir = await mkdtemp(join(tmpdir(), 'halyard-bench-chromium-'));
  const browser = await unpackChromium(dir).then((launch) => chromium.launch(launch));
  try {
    return await work(browser);
  } finally {
    await browser.close();
    await rm(dir, { recursive: true });
  }
}
