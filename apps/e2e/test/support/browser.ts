import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { type ChromiumOffer, foundIn } from '@halyard/testing/chromium-offer';
import { WAIT_MS } from '@halyard/testing/patience';
import { type Browser, chromium, type Download } from 'playwright-core';

export { askForChromium, type ChromiumOffer, titleIn } from '@halyard/testing/chromium-offer';

/** Gives everything that a page waits for the time limit of all waits. */
const patient = (browser: Browser): Browser => browser.on('context', (context) => context.setDefaultTimeout(WAIT_MS));

/** The browser of the run, for one spec. Closing it closes only the spec's contexts. */
export async function connectBrowser(offer: ChromiumOffer): Promise<Browser> {
  return patient(await chromium.connect(foundIn(offer).endpoint));
}

/**
 * A browser of a spec's own. It trusts the certificate of a server, as if somebody had imported the server's authority.
 */
export async function launchTrusting(offer: ChromiumOffer, url: string): Promise<Browser> {
  const hash = createHash('sha256')
    .update(await publicKeyOf(url))
    .digest('base64');
  const args = [`--ignore-certificate-errors-spki-list=${hash}`];
  return patient(await chromium.launch({ ...foundIn(offer).launch, args, timeout: WAIT_MS }));
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

/**
 * The content of a file that a page made the browser save. The browser may run elsewhere, where nobody can read its
 * files.
 */
export const savedIn = async (download: Download): Promise<Buffer> => buffer(await download.createReadStream());
