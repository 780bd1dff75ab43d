import type { Environment } from '@halyard/config';
import { readConnectionString } from '@halyard/event-store';
import { isIP } from 'node:net';
import type { SuiteConfig } from './config.js';
import type { OwnPorts } from './own-ports.js';

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

const portsIn = (addresses: string): string[] =>
  [...addresses.matchAll(/:(\d{1,5})(?=[/,?\s]|$)/g)].map(([, port = '']) => port);

/** Ports of the servers that the suite connects to, if its settings name them. */
const portsNamedIn = ({ EVENTSTORE_URL, KAFKA_BROKERS, OTEL_EXPORTER_OTLP_ENDPOINT }: Environment): string[] =>
  [
    ...(EVENTSTORE_URL ? readConnectionString(EVENTSTORE_URL).nodes : []),
    ...[KAFKA_BROKERS, OTEL_EXPORTER_OTLP_ENDPOINT].filter((text) => text !== undefined),
  ].flatMap(portsIn);

export interface Surroundings {
  /** Absolute path. */
  readonly dataDir: string;
  readonly ownPorts: OwnPorts;
  /** Whether standard output is a terminal. */
  readonly isWatched: boolean;
}

/**
 * The environment of the services, with settings that depend on how the suite runs. Webhooks may reach this machine
 * only if the suite itself can be reached from this machine alone, and never the suite's own ports.
 */
export function servicesEnvironment(
  { host, httpsPort, port, environment, tls }: SuiteConfig,
  env: Environment,
  { dataDir, ownPorts, isWatched }: Surroundings,
): Environment {
  return {
    // In production, and behind a proxy that ends TLS, nobody can guess the address.
    ...(environment === 'sandbox' && tls && { PUBLIC_BASE_URL: `https://localhost:${httpsPort}` }),
    WEBHOOK_ALLOW_LOOPBACK: String(isLoopback(host)),
    ...(environment === 'sandbox' && { REQUEST_LINES: 'text' }),
    // Colors for processes whose lines go to that terminal through the launcher.
    ...(isWatched && env['NO_COLOR'] === undefined && { FORCE_COLOR: '1' }),
    ...env,
    PORT: String(port),
    HTTPS_PORT: String(httpsPort),
    DATA_DIR: dataDir,
    WEBHOOK_FORBIDDEN_PORTS: [...new Set([...ownPorts.all.map(String), ...portsNamedIn(env)])].join(','),
  };
}
