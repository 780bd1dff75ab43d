/** The browser of the test run, as Playwright takes it. */
interface Chromium {
  /** The address of the browser that all specs share, for `chromium.connect`. */
  readonly endpoint: string;
  /** Options for `chromium.launch`, which starts another browser. */
  readonly launch: { readonly executablePath: string; readonly env: Record<string, string> };
  readonly missing?: undefined;
}

export type ChromiumOffer = Chromium | { readonly missing: string };

/** Asks the test run for a Chromium (tools/jest/offers.mjs). The run starts it at the first request. */
export async function askForChromium(): Promise<ChromiumOffer> {
  const url = process.env['TEST_OFFERS_URL'];
  if (!url) throw new Error('TEST_OFFERS_URL is not set: run the tests through npm test');
  const answer = await fetch(`${url}/chromium`);
  const text = await answer.text();
  if (answer.status === 503) return { missing: text };
  if (!answer.ok) throw new Error(text);
  return JSON.parse(text) as ChromiumOffer;
}

export function foundIn(offer: ChromiumOffer): Chromium {
  if (offer.missing !== undefined) throw new Error(offer.missing);
  return offer;
}

/** The title of a test. If there is no browser, the title says why the test is left out. */
export const titleIn = (title: string, { missing }: ChromiumOffer): string =>
  missing === undefined ? title : `${title}, which is not tried: ${missing}`;
