import type { Environment } from '@halyard/config';
import { isIP } from 'node:net';
import type { SuiteConfig } from './config.js';

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

export interface Surroundings {
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string;
  readonly metricsPort: number;
}

/**
 * What the services read: the environment, and beside it what follows from how the suite runs. Webhooks may reach this
 * machine only when the suite itself can be reached from this machine alone, and never the suite's own ports.
 */
export function servicesEnvironment(
  { host, httpsPort, port }: SuiteConfig,
  env: Environment,
  { dataDir, databaseUrl, metricsPort }: Surroundings,
): Environment {
  const ownPorts = [httpsPort, port, metricsPort, new URL(databaseUrl).port || '5432'];
  return {
    PUBLIC_BASE_URL: `https://localhost:${httpsPort}`,
    WEBHOOK_ALLOW_LOOPBACK: String(isLoopback(host)),
    ...env,
    DATA_DIR: dataDir,
    WEBHOOK_FORBIDDEN_PORTS: ownPorts.join(','),
  };
}
