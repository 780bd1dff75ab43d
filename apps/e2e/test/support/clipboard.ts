import type { BrowserContext, Page } from 'playwright-core';

/**
 * Run in each page. All pages of a browser share one clipboard, so this keeps the text that the page itself has copied.
 */
const KEEP = `if (window.Clipboard) {
  const { writeText } = Clipboard.prototype;
  Clipboard.prototype.writeText = async function (text) {
    await writeText.call(this, text);
    window.copied = text;
  };
}`;

/** Lets the pages of a context copy texts, which `copiedIn` reads. */
export async function allowCopying(context: BrowserContext): Promise<void> {
  await context.grantPermissions(['clipboard-write']);
  await context.addInitScript(KEEP);
}

/** The text that a page copied last. */
export const copiedIn = (page: Page): Promise<string> => page.evaluate<string>('window.copied');
