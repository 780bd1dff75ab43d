import { requireFree } from '@halyard/gateway/listen';
import type { SuiteConfig } from './config.js';

/**
 * Looks whether nobody has the ports that the gateway will listen on, before anything is started in vain.
 *
 * @throws PortTaken
 */
export async function requirePublicPorts({ host, port, httpsPort, tls }: Readonly<SuiteConfig>): Promise<void> {
  await requireFree('PORT', port, host);
  if (tls) await requireFree('HTTPS_PORT', httpsPort, host);
}
