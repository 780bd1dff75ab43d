import type { Environment } from '@halyard/config';
import { BUS, type Keys, serviceUrl } from '@halyard/persistence';
import type { SuiteConfig } from '../config.js';
import { databasePort, servicesEnvironment } from '../services-environment.js';
import type { Infrastructure } from './infrastructure.js';
import { addressesIn, type PlannedProcess } from './process-plan.js';

/** Processes of one machine can listen on one port where the kernel spreads connections among them. */
export const canSharePorts = process.platform === 'linux';

export interface EnvironmentOptions {
  readonly config: SuiteConfig;
  readonly env: Environment;
  /** Absolute. */
  readonly dataDir: string;
  readonly keys: Keys;
  readonly plan: readonly PlannedProcess[];
  readonly metricsPort: number;
  readonly infrastructure: Infrastructure;
}

/** What each process of the plan reads at its start. */
export function environmentsOf(options: EnvironmentOptions): (process: PlannedProcess) => Environment {
  const { config, env, dataDir, keys, plan, metricsPort, infrastructure } = options;
  const { databaseUrl, kafkaBrokers, eventStore } = infrastructure;
  const databaseOf = (role: string): string => serviceUrl(databaseUrl, role, keys.rolePassword(role));
  const kafkaPorts = kafkaBrokers.map((broker) => broker.slice(broker.lastIndexOf(':') + 1));
  const shared: Environment = {
    ...servicesEnvironment(config, env, {
      dataDir,
      ownPorts: [metricsPort, databasePort(databaseUrl), ...kafkaPorts, ...plan.map(({ port }) => port)],
    }),
    ...addressesIn(plan),
    LOG_LEVEL: config.logLevel,
    DATABASE_ADMIN_URL: undefined,
    HISTORY_READER_URL: databaseOf(BUS),
    KAFKA_BROKERS: kafkaBrokers.join(','),
    EVENTSTORE_URL: eventStore.url,
    SHARED_PORTS: String(canSharePorts),
    SERVICE_HOST: '127.0.0.1',
    METRICS_PORT: '0',
  };
  return ({ service, port }) => ({ ...shared, DATABASE_URL: databaseOf(service), SERVICE_PORT: String(port) });
}
