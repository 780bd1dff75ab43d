import { existsSync } from 'node:fs';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Browser, Locator, Page } from 'playwright-core';
import { formIn } from './plain-form.js';
import { allowCopying, copiedIn } from './clipboard.js';
import type { Login } from './people.js';

/** The heading of a payment's page. */
export const PAYMENT = /^[\d,]+\.\d\d USD from .+ to .+/;

/** Colours, width in pixels, and the size of text in percent. The size is 100 by default. */
type Look = readonly ['light' | 'dark', 1_280 | 320, 200?];

/** A wide and bright screen, and a telephone at night. */
const usual: readonly [Look, Look] = [
  ['light', 1_280],
  ['dark', 320],
];
const all: readonly Look[] = [...usual, ['dark', 1_280], ['light', 320], ['light', 1_280, 200]];
const isLong = process.env['TEST_RUN'] === 'long';

/** The looks in which pages are checked. `npm run test:long` checks them in all looks. */
const looks: readonly Look[] = isLong ? all : usual;

/** The looks for one of many states of pages. `npm test` takes the looks in turn. */
const looksOf = (place: number): readonly Look[] =>
  isLong ? all : usual.slice(place % usual.length, (place % usual.length) + 1);

/**
 * Run in the page. The browser guesses the size of rows that are out of view, and they overlap until they are shown.
 */
const SHOW_ALL = `for (const one of document.querySelectorAll('*'))
  if (getComputedStyle(one).contentVisibility === 'auto') one.style.contentVisibility = 'visible';`;
/**
 * Run in the page: returns axe's findings, and whether the page is wider than the window. Returns undefined if axe is
 * not loaded yet.
 */
const CHECK = `window.axe
  ?.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
  })
  .then(({ violations }) => [
    ...violations.map(({ id, nodes }) => id + ': ' + nodes[0].html),
    ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['wider than the window'] : []),
  ])`;
/**
 * Run in the page: numbers everything that the keyboard has to reach, within the dialog if one is open. Of radio
 * buttons it has to reach one.
 */
const NUMBER = `(() => {
  const shown = document.querySelector('dialog[open]') ?? document;
  for (const one of document.querySelectorAll('[data-place]')) one.removeAttribute('data-place');
  const all = shown.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]');
  const isReached = (one) => {
    if (one.type !== 'radio') return !one.disabled && one.checkVisibility();
    const group = [...document.querySelectorAll('input[type=radio]')].filter(({ name }) => name === one.name);
    return one === (group.find(({ checked }) => checked) ?? group[0]);
  };
  const reached = [...all].filter(isReached);
  reached.forEach((one, place) => one.setAttribute('data-place', String(place)));
  return reached.map((one) => one.outerHTML.slice(0, 120));
})()`;
/**
 * Run in the page: records the number of each element that gets the focus, whether the focus is visible, and whether it
 * left a dialog.
 */
const WATCH_FOCUS = `window.focusing?.abort();
window.focusing = new AbortController();
window.focused = [];
document.addEventListener('focusin', ({ target }) => {
  const dialog = document.querySelector('dialog[open]') ?? document;
  const { outlineStyle, boxShadow } = getComputedStyle(target);
  const isSeen = outlineStyle !== 'none' || boxShadow !== 'none';
  focused.push([target.dataset.place ?? '', isSeen, !dialog.contains(target)]);
}, { signal: focusing.signal })`;

/** Run in the page: opens an address as the page's links do, and waits until that page is drawn. */
const following = (address: string): string => `new Promise((resolve) => {
  const end = __TSR_ROUTER__.subscribe('onRendered', () => {
    end();
    resolve();
  });
  history.pushState(null, '', ${JSON.stringify(address)});
})`;

const docs = join(import.meta.dirname, '..', '..', '..', '..', 'docs');
const isDocumented = (url: string): boolean => existsSync(join(docs, `${/\/docs\/(.+)\/$/.exec(url)?.[1] ?? ''}.md`));

/** A folder for pictures of all pages, for people who want to look at them. */
const SHOTS = process.env['TEST_SCREENSHOTS'];

/** The console in a browser, as a person who has logged in sees it. */
export class ConsoleView {
  private textSize: 100 | 200 = 100;
  /** Counts the states that were checked. */
  private states = 0;
  /** Complaints of the browser. */
  readonly alarms: string[] = [];
  /** Errors on the browser's console, including answers that are refusals. */
  readonly errors: string[] = [];
  /** Origins that the page asks. */
  readonly origins = new Set<string>();

  private constructor(readonly page: Page) {
    page.on('pageerror', ({ message }) => this.alarms.push(message));
    page.on('console', (said) => {
      if (/Content Security Policy|Trusted/i.test(said.text())) this.alarms.push(said.text());
      if (said.type() === 'error') this.errors.push(`${page.url()} ${said.text()} ${said.location().url}`);
    });
    page.on('request', (request) => this.origins.add(new URL(request.url()).origin));
  }

  /**
   * Logs a person in without showing a page: it only sends the forms.
   *
   * @param timezoneId the person's time zone, if it is not the machine's
   */
  static async open(browser: Browser, baseURL: string, login: Login, timezoneId?: string): Promise<ConsoleView> {
    const view = await ConsoleView.begin(browser, baseURL, timezoneId);
    const { request } = view.page.context();
    const headers = { accept: 'text/html' };
    const page = await request.get('/console/', { headers });
    const { action, fields } = formIn(await page.text());
    const ended = await request.post(new URL(action, page.url()).href, { headers, form: { ...fields, ...login } });
    if (!ended.ok()) throw new Error(`the log-in ended with ${ended.status()} at ${ended.url()}`);
    await view.visit('/', 'Overview');
    return view;
  }

  /** Logs a person in on the authorization server's page, to which the console leads. */
  static async logIn(browser: Browser, baseURL: string, { email, password }: Login): Promise<ConsoleView> {
    const view = await ConsoleView.begin(browser, baseURL);
    await view.page.goto('/console/');
    await view.page.getByLabel('E-mail').fill(email);
    await view.page.getByLabel('Password').fill(password);
    await view.button('Log in').click();
    await view.heading('Overview');
    return view;
  }

  private static async begin(browser: Browser, baseURL: string, timezoneId?: string): Promise<ConsoleView> {
    const context = await browser.newContext({
      ...{ baseURL, ignoreHTTPSErrors: true },
      ...(timezoneId !== undefined && { timezoneId }),
    });
    await allowCopying(context);
    return new ConsoleView(await context.newPage());
  }

  /** Loads a page, and waits until it shows everything. */
  async visit(path: string, heading?: string | RegExp): Promise<void> {
    await this.page.goto(`/console${path}`);
    await this.shows(heading);
  }

  /** Opens another page without loading the document again, and waits until it shows everything. */
  async go(path: string, heading?: string | RegExp): Promise<void> {
    await this.page.evaluate(following(`/console${path}`));
    await this.shows(heading);
  }

  private async shows(heading?: string | RegExp): Promise<void> {
    await (heading === undefined ? this.page.getByRole('heading', { level: 1 }).waitFor() : this.heading(heading));
    await this.page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' });
  }

  /** @throws Error with the text that is shown instead */
  async heading(name: string | RegExp): Promise<void> {
    try {
      await this.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    } catch (error) {
      const shown = await this.page.locator('body').innerText();
      throw new Error(`${this.page.url()} has no heading ${String(name)}, but: ${shown.slice(0, 1_000)}`, {
        cause: error,
      });
    }
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name, exact: true });
  }

  region(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /**
   * Types into a combobox, waits until its choices no longer change, and takes the first choice whose name has the
   * whole text.
   */
  async choose(name: string, typed: string, choice: string | RegExp = typed): Promise<void> {
    const field = this.page.getByRole('combobox', { name, exact: true });
    await field.fill(typed);
    const choices = this.page.locator('[role=listbox][aria-busy=false]').getByRole('option', { name: choice });
    await choices.first().click();
  }

  copied(): Promise<string> {
    return copiedIn(this.page);
  }

  async look([colorScheme, width, textSize]: Look): Promise<void> {
    this.textSize = textSize ?? 100;
    await this.page.setViewportSize({ width, height: 800 });
    await this.page.emulateMedia({ colorScheme });
  }

  /**
   * Faults that keep people from using the page in its present state. The walk sees each page in each look; this is for
   * further states.
   */
  async faults(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const look of looksOf(this.states++)) {
      await this.look(look);
      found.push(...(await this.faultsNow()));
    }
    await this.look(usual[0]);
    return found;
  }

  async faultsNow(): Promise<readonly string[]> {
    const { pathname } = new URL(this.page.url());
    await this.page.evaluate(`document.documentElement.style.fontSize = '${this.textSize}%'`);
    await this.page.evaluate(SHOW_ALL);
    let found = await this.page.evaluate<string[] | undefined>(CHECK);
    if (found === undefined) {
      // The page's policy lets no script in, so axe comes over the protocol of the developer tools.
      await this.page.evaluate(axe.source);
      found = await this.page.evaluate<string[]>(CHECK);
    }
    if (SHOTS)
      await this.page.screenshot({
        path: `${SHOTS}/${Date.now()}${pathname.replaceAll('/', '-')}.png`,
        fullPage: true,
      });
    return found.map((fault) => `${pathname} ${fault}`);
  }

  /** Controls of a page, or of its open dialog, that the keyboard does not reach, or reaches without visible focus. */
  async unreached(): Promise<readonly string[]> {
    const { pathname } = new URL(this.page.url());
    const controls = await this.page.evaluate<string[]>(NUMBER);
    await this.page.evaluate(WATCH_FOCUS);
    let seen = new Set<string>();
    // Data that arrives meanwhile brings more controls.
    for (let left = 2 * controls.length + 1; left > 0 && seen.size < controls.length;) {
      const times = Math.min(left, controls.length - seen.size);
      for (let time = 0; time < times; time += 1) await this.page.keyboard.press('Tab');
      left -= times;
      const focused = await this.page.evaluate<[place: string, isSeen: boolean, hasLeft: boolean][]>('focused');
      if (focused.some(([, , hasLeft]) => hasLeft)) return [`${pathname} the focus has left the dialog`];
      seen = new Set(focused.filter(([place, isSeen]) => isSeen && place !== '').map(([place]) => place));
    }
    return controls.filter((_, place) => !seen.has(String(place))).map((html) => `${pathname} without keys: ${html}`);
  }

  /** Faults that keep people from using a page, which is checked in each look. */
  async walk(path: string, heading: string | RegExp): Promise<readonly string[]> {
    await this.go(path, heading);
    const found = [...(await this.unreached())];
    for (const look of looks) {
      await this.look(look);
      found.push(...(await this.faultsNow()));
    }
    await this.look(usual[0]);
    const help = await this.page.getByRole('link', { name: 'Help', exact: true }).getAttribute('href');
    return isDocumented(help ?? '') ? found : [...found, `${path} leads for help to ${help}, which is not there`];
  }
}
