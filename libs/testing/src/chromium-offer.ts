/** How to launch the browser of the test run by Playwright, or why there is none. */
export interface ChromiumOffer {
  readonly executablePath?: string;
  readonly env?: Record<string, string>;
  readonly missing?: string;
}

/** Asks the test run for a Chromium (tools/jest/offers.mjs), which is unpacked for the first who asks. */
export async function askForChromium(): Promise<ChromiumOffer> {
  const url = process.env['TEST_OFFERS_URL'];
  if (!url) throw new Error('TEST_OFFERS_URL is not set: run the tests through npm test');
  const answer = await fetch(`${url}/chromium`);
  const text = await answer.text();
  if (answer.status === 503) return { missing: text };
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text) as ChromiumOffer;
}

/** The title of tests, which says why they are left out where they are. */
export const titleIn = (title: string, { missing }: ChromiumOffer): string =>
  missing === undefined ? title : `${title}, which is not tried: ${missing}`;
