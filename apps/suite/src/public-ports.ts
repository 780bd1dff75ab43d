import { pause } from '@halyard/core';
import { requireFree } from '@halyard/gateway/listen';
import { PortTaken } from '@halyard/service/listening';
import type { SuiteConfig } from './config.js';
import type { OwnPorts } from './own-ports.js';

const PAUSE_MS = 100;

interface Patience {
  readonly attempts: number;
  readonly beforeNext?: () => Promise<unknown>;
}

/** The settings with the gateway's real ports: 0 means any free one. */
export async function withPublicPorts(
  config: Readonly<SuiteConfig>,
  ownPorts: OwnPorts,
): Promise<Readonly<SuiteConfig>> {
  const port = config.port || (await ownPorts.reserve());
  const httpsPort = config.httpsPort || (await ownPorts.reserve());
  ownPorts.add(port, httpsPort);
  return { ...config, port, httpsPort };
}

/**
 * Checks that nobody has the gateway's ports, before anything is started in vain. A suite of many processes tries again
 * for a while: the processes of a killed suite take a moment to end. @throws PortTaken
 */
export async function requirePublicPorts(
  config: Readonly<SuiteConfig>,
  { attempts, beforeNext = () => pause(PAUSE_MS) }: Patience = { attempts: 1 },
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await requireAll(config);
    } catch (error) {
      if (attempt >= attempts || !(error instanceof PortTaken)) throw error;
      await beforeNext();
    }
  }
}

async function requireAll({ host, port, httpsPort, tls }: Readonly<SuiteConfig>): Promise<void> {
  await requireFree('PORT', port, host);
  if (tls) await requireFree('HTTPS_PORT', httpsPort, host);
}
