import { createHash, X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:tls';
import type { ChromiumOffer } from '@halyard/testing/chromium-offer';
import { type Browser, chromium } from 'playwright-core';

export { askForChromium, type ChromiumOffer, titleIn } from '@halyard/testing/chromium-offer';

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
