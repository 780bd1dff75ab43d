import axe from 'axe-core';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Login } from './console-visitor.js';

/** How pages are looked at: wide and bright, and as on a telephone at night. */
export const looks = [
  ['light', 1_280],
  ['dark', 320],
] as const;
type Look = (typeof looks)[number];

/** Run in the page: what axe finds, and whether the page is wider than the window. */
const CHECK = `axe
  .run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
  .then(({ violations }) => [
    ...violations.map(({ id, nodes }) => id + ': ' + nodes[0].html),
    ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['wider than the window'] : []),
  ])`;
/** A folder for pictures of all pages, for who wants to look at them. */
const SHOTS = process.env['TEST_SCREENSHOTS'];

/** The console in a browser, as somebody who has logged in sees it. */
export class ConsoleView {
  /** What the browser complains about. */
  readonly alarms: string[] = [];
  /** Whom it asks. */
  readonly origins = new Set<string>();

  private constructor(readonly page: Page) {
    page.on('pageerror', ({ message }) => this.alarms.push(message));
    page.on('console', (said) => {
      if (/Content Security Policy|Trusted/i.test(said.text())) this.alarms.push(said.text());
    });
    page.on('request', (request) => this.origins.add(new URL(request.url()).origin));
  }

  static async open(browser: Browser, baseURL: string, { email, password }: Login): Promise<ConsoleView> {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const context = await browser.newContext({ baseURL, ignoreHTTPSErrors: true, permissions });
    const view = new ConsoleView(await context.newPage());
    await view.page.goto('/console/');
    await view.page.getByLabel('E-mail').fill(email);
    await view.page.getByLabel('Password').fill(password);
    await view.button('Log in').click();
    await view.heading('Overview');
    return view;
  }

  /** Goes to a page, and waits until it has what it shows. */
  async visit(path: string, heading: string): Promise<void> {
    await this.page.goto(`/console${path}`);
    await this.heading(heading);
    await this.page.locator('[aria-busy=true]').waitFor({ state: 'detached' });
  }

  heading(name: string): Promise<void> {
    return this.page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  dialog(name: string): Locator {
    return this.page.getByRole('dialog', { name, exact: true });
  }

  region(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** Types into a combobox, and takes the first choice whose name has all of the text. */
  async choose(name: string, typed: string, choice: string | RegExp = typed): Promise<void> {
    const field = this.page.getByRole('combobox', { name, exact: true });
    await field.fill(typed);
    await this.page.getByRole('option', { name: choice }).first().click();
  }

  async look([colorScheme, width]: Look): Promise<void> {
    await this.page.setViewportSize({ width, height: 800 });
    await this.page.emulateMedia({ colorScheme });
  }

  /** What keeps somebody from using what is shown, in each look. */
  async faults(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const look of looks) {
      await this.look(look);
      found.push(...(await this.faultsNow()));
    }
    await this.look(looks[0]);
    return found;
  }

  async faultsNow(): Promise<readonly string[]> {
    const { pathname } = new URL(this.page.url());
    // By the protocol of the developer tools: the policy of the page lets no script in.
    await this.page.evaluate(axe.source);
    const found = await this.page.evaluate<string[]>(CHECK);
    if (SHOTS) await this.page.screenshot({ path: `${SHOTS}/${Date.now()}.png`, fullPage: true });
    return found.map((fault) => `${pathname} ${fault}`);
  }
}
