import axe from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

/** Run in the page: what axe finds, and whether the page is wider than the window. */
const CHECK = `axe
  .run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })
  .then(({ violations }) => [
    ...violations.map(({ id, nodes }) => id + ': ' + nodes[0].html),
    ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['wider than the window'] : []),
  ])`;
/** A folder for pictures of all pages, for who wants to look at them. */
const SHOTS = process.env['TEST_SCREENSHOTS'];

/** How pages are looked at. */
export const looks: readonly (readonly [name: string, look: BrowserContextOptions])[] = [
  ['wide and light', { viewport: { width: 1_200, height: 900 } }],
  ['narrow and dark', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' }],
];

/** What WCAG 2.2 AA forbids on the page, and whether it is wider than the window. */
async function violationsOn(browser: Browser, page: Page, look: BrowserContextOptions): Promise<readonly string[]> {
  const copy = await browser.newContext({ ...look, viewport: page.viewportSize(), bypassCSP: true });
  const shown = await copy.newPage();
  await shown.setContent(await page.content());
  await shown.addScriptTag({ content: axe.source });
  const found = await shown.evaluate<string[]>(CHECK);
  await copy.close();
  return found;
}

/** Checks the pages of a walk, one after another. */
export class PageCheck {
  private readonly found: Record<string, readonly string[]> = {};

  constructor(
    private readonly browser: Browser,
    private readonly page: Page,
    /** In the names of the pictures. */
    private readonly name: string,
    /** How the page is seen. */
    private readonly look: BrowserContextOptions,
  ) {}

  /** Waits for the page with a heading, and checks it. */
  async see(name: string, heading: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    this.found[name] = await violationsOn(this.browser, this.page, this.look);
    if (SHOTS) await this.page.screenshot({ path: `${SHOTS}/${name} ${this.name}.png`, fullPage: true });
  }

  /** The pages that were seen, by name, each with what is wrong with it, where anything is. */
  get faults(): readonly (readonly [string, readonly string[]])[] {
    return Object.entries(this.found).filter(([, violations]) => violations.length > 0);
  }
}
