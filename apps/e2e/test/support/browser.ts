import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:tls';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

/** How to launch the browser of the test run, or why there is none. */
export interface ChromiumOffer extends Pick<LaunchOptions, 'executablePath' | 'env'> {
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

interface Trust {
  /** Address of a server whose certificate is taken for trusted, as after the import of its authority. */
  readonly trusts?: string;
}

export async function launchBrowser(offer: ChromiumOffer, { trusts }: Trust = {}): Promise<Browser> {
  if (trusts === undefined) return chromium.launch(offer);
  const hash = createHash('sha256')
    .update(await publicKeyOf(trusts))
    .digest('base64');
  return chromium.launch({ ...offer, args: [`--ignore-certificate-errors-spki-list=${hash}`] });
}

async function publicKeyOf(url: string): Promise<Buffer> {
  const { hostname: host, port } = new URL(url);
  const socket = connect({ host, port: Number(port), rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect');
    const { raw } = socket.getPeerCertificate();
    return new X509Certificate(raw).publicKey.export({ type: 'spki', format: 'der' });
  } finally {
    socket.destroy();
  }
}
