import axe from 'axe-core';
import type { BrowserContextOptions, Page } from 'playwright-core';

/** Run in the page: returns axe's findings, and whether the page is wider than the window. */
const CHECK = `axe
  .run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    resultTypes: ['violations'],
  })
  .then(({ violations }) => [
    ...violations.map(({ id, nodes }) => id + ': ' + nodes[0].html),
    ...(document.documentElement.scrollWidth > document.documentElement.clientWidth ? ['wider than the window'] : []),
  ])`;
/** A folder for pictures of all pages, for people who want to look at them. */
const SHOTS = process.env['TEST_SCREENSHOTS'];

/** A telephone at night. Walks use it for pages that have little room. */
export const narrow = {
  viewport: { width: 320, height: 640 },
  colorScheme: 'dark',
} as const satisfies BrowserContextOptions;

/** The looks in which each page is checked. */
const looks = {
  'wide and light': { viewport: { width: 1_200, height: 900 }, colorScheme: 'light' },
  'narrow and dark': narrow,
} as const;

/** Checks the pages of a walk, one after the other, in each look. */
export class PageCheck {
  private readonly found: (readonly [name: string, violations: readonly string[]])[] = [];
  private copy: Page | undefined;

  constructor(private readonly page: Page) {}

  /** Waits for the page with a heading, and checks a copy of it in which scripts may run. */
  async see(name: string, heading: string): Promise<void> {
    await this.page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    const copy = (this.copy ??= await this.openCopy());
    await copy.setContent(await this.page.content());
    await copy.addScriptTag({ content: axe.source });
    for (const [look, { viewport, colorScheme }] of Object.entries(looks)) {
      await copy.setViewportSize(viewport);
      await copy.emulateMedia({ colorScheme });
      const violations = await copy.evaluate<string[]>(CHECK);
      if (violations.length > 0) this.found.push([`${name}, ${look}`, violations]);
      if (SHOTS) await copy.screenshot({ path: `${SHOTS}/${name} ${look}.png`, fullPage: true });
    }
  }

  /** Ends the walk. @returns the pages with faults, by name and look */
  async end(): Promise<PageCheck['found']> {
    await this.copy?.context().close();
    return this.found;
  }

  private async openCopy(): Promise<Page> {
    const context = await this.page.context().browser()?.newContext({ bypassCSP: true });
    if (!context) throw new Error('the page has no browser');
    return context.newPage();
  }
}
