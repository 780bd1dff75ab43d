import type { Environment } from '@halyard/config';
import { canSharePorts } from '@halyard/gateway/listen';
import { BUS } from '@halyard/persistence';
import type { SuiteConfig } from '../config.js';
import type { OwnPorts } from '../own-ports.js';
import { servicesEnvironment } from '../services-environment.js';
import type { Infrastructure } from './infrastructure.js';
import { addressesIn, type PlannedProcess } from './process-plan.js';

interface EnvironmentOptions {
  readonly config: SuiteConfig;
  readonly env: Environment;
  /** Absolute path. */
  readonly dataDir: string;
  readonly plan: readonly PlannedProcess[];
  readonly ownPorts: OwnPorts;
  readonly infrastructure: Infrastructure;
}

/** The environment of a planned process, for one run of it. */
export type EnvironmentOf = (process: PlannedProcess, metricsPort: number) => Environment;

export function environmentsOf(options: EnvironmentOptions): EnvironmentOf {
  const { config, env, dataDir, plan, ownPorts, infrastructure } = options;
  const { database, kafkaBrokers, eventStore } = infrastructure;
  const shared: Environment = {
    ...servicesEnvironment(config, env, { dataDir, ownPorts, isWatched: process.stdout.isTTY }),
    ...addressesIn(plan),
    LOG_LEVEL: config.logLevel,
    HISTORY_READER_URL: database.urlOf(BUS),
    KAFKA_BROKERS: kafkaBrokers.join(','),
    EVENTSTORE_URL: eventStore.url,
    SHARED_PORTS: String(canSharePorts),
    SERVICE_HOST: '127.0.0.1',
  };
  return ({ service, port }, metricsPort) => ({
    ...shared,
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: service === 'gateway' ? undefined : database.urlOf(service),
    SERVICE_PORT: String(port),
  });
}
