import type { Environment } from '@halyard/config';
import { canSharePorts } from '@halyard/gateway/listen';
import { BUS } from '@halyard/persistence';
import type { SuiteConfig } from '../config.js';
import { portsNamedIn, servicesEnvironment } from '../services-environment.js';
import type { Infrastructure } from './infrastructure.js';
import { addressesIn, type PlannedProcess } from './process-plan.js';

interface EnvironmentOptions {
  readonly config: SuiteConfig;
  readonly env: Environment;
  /** Absolute path. */
  readonly dataDir: string;
  readonly plan: readonly PlannedProcess[];
  readonly metricsPort: number;
  readonly infrastructure: Infrastructure;
}

/** The environment of each process of the plan. */
export function environmentsOf(options: EnvironmentOptions): (process: PlannedProcess) => Environment {
  const { config, env, dataDir, plan, metricsPort, infrastructure } = options;
  const { database, kafkaBrokers, eventStore } = infrastructure;
  const kafkaPorts = kafkaBrokers.map((broker) => broker.slice(broker.lastIndexOf(':') + 1));
  const storePorts = portsNamedIn({ EVENTSTORE_URL: eventStore.url });
  const shared: Environment = {
    ...servicesEnvironment(config, env, {
      dataDir,
      isWatched: process.stdout.isTTY,
      ownPorts: [metricsPort, database.port, ...kafkaPorts, ...storePorts, ...plan.map(({ port }) => port)],
    }),
    ...addressesIn(plan),
    LOG_LEVEL: config.logLevel,
    HISTORY_READER_URL: database.urlOf(BUS),
    KAFKA_BROKERS: kafkaBrokers.join(','),
    EVENTSTORE_URL: eventStore.url,
    SHARED_PORTS: String(canSharePorts),
    SERVICE_HOST: '127.0.0.1',
    METRICS_PORT: '0',
  };
  return ({ service, port }) => ({
    ...shared,
    DATABASE_URL: service === 'gateway' ? undefined : database.urlOf(service),
    SERVICE_PORT: String(port),
  });
}
