import { type DynamicModule, type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { ServiceName } from '@halyard/contracts';
import type { Clock } from '@halyard/core';
import { Health } from '@halyard/http';
import {
  DueWork,
  type Effects,
  messagingLifetimes,
  messagingMigrations,
  OperationRecords,
  OwnerKeys,
  PostgresChanges,
  TimerScheduler,
} from '@halyard/messaging';
import type { Logger } from '@halyard/observability';
import { Housekeeping, openDatabase, PostgresSealer, schemaOf, sealingMigrations } from '@halyard/persistence';
import type { DataSource } from 'typeorm';
import { Lifetime } from './lifetime.js';
import { NestLog } from './nest-log.js';
import { type Ports, PortsModule } from './ports.module.js';
import type { ServiceDefinition } from './service-definition.js';
import type { ServiceHost } from './service-host.js';

const HOUSEKEEPING = 'housekeeping';
const HOUR_MS = 60 * 60_000;

export interface RunningService {
  readonly name: ServiceName;
  readonly app: INestApplication;
  readonly health: Health;
  /** What the listener said that it opened. */
  readonly opened: unknown;
  /**
   * Stops: not ready any more, new requests turned away, those in flight finished (bounded), consumers and relays
   * stopped, connections closed. May be called again.
   */
  stop(): Promise<void>;
}

/**
 * Runs a service on what the host gives: opens and migrates its database, connects its ports, makes its Nest
 * application and lets it answer. When a step fails, what was opened before it is closed again.
 *
 * @throws ConfigError for a bad environment; whatever else failed, as it was thrown
 */
export async function startService<Config extends object>(
  definition: ServiceDefinition<Config>,
  host: ServiceHost,
): Promise<RunningService> {
  const config = definition.config(host.env);
  const logger = host.loggerOf(definition.name);
  return Lifetime.allOrNothing(logger, async (lifetime) => {
    const ports = await connectPorts(definition, host, logger, lifetime);
    const { app, opened } = await openApplication(definition, config, ports, host, lifetime);
    return { name: definition.name, app, health: ports.health, opened, stop: () => lifetime.close() };
  });
}

async function connectPorts<Config extends object>(
  { name, entities, migrations, lifetimes = [] }: ServiceDefinition<Config>,
  host: ServiceHost,
  logger: Logger,
  lifetime: Lifetime,
): Promise<Ports> {
  const { clock, keys, metrics, serviceClient, poolSize } = host;
  const streams = host.eventStoreOf(name);
  const url = host.databaseUrlOf(name);

  const dataSource = await openDatabase({
    service: name,
    url,
    entities,
    migrations: [...sealingMigrations, ...messagingMigrations, ...(streams?.migrations ?? []), ...migrations],
    poolSize,
    logger,
  });
  lifetime.onClose(() => dataSource.destroy());
  const dueWork = new DueWork({
    dataSource,
    schema: schemaOf(name),
    clock,
    scheduler: new TimerScheduler(),
    log: logger,
  });
  await keepHouse(new Housekeeping(dataSource, [...messagingLifetimes, ...lifetimes], logger), dueWork, clock);

  const sealer = new PostgresSealer(dataSource, keys);
  lifetime.onClose(() => sealer.close());

  const eventStore = await streams?.open({ databaseUrl: url, logger });
  if (eventStore) lifetime.onClose(() => eventStore.close());

  const bus = await host.openBus({ service: name, dataSource, logger });
  lifetime.onClose(() => bus.close());
  const publishing = await bus.publish(name);
  lifetime.onClose(() => publishing.stop());

  const isDurable = streams?.isOwnDatabase === false;
  const records = new OperationRecords({ dataSource, sealer, clock, isDurable });
  const changes = new PostgresChanges(dataSource, records);
  const health = healthOf(dataSource);
  return {
    service: name,
    dataSource,
    records,
    changes,
    dueWork,
    bus,
    serviceClient,
    sealer,
    clock,
    eventStore,
    logger,
    metrics,
    health,
  };
}

/** Now, as far as writers need it, and then for ever. */
async function keepHouse(house: Housekeeping, dueWork: DueWork, clock: Clock): Promise<void> {
  const inMs = (ms: number): Date => new Date(clock.system().getTime() + ms);
  await house.prepare(inMs(0));
  dueWork.on(HOUSEKEEPING, async () => inMs((await house.keep(inMs(0))) ? 0 : HOUR_MS));
  await dueWork.put({ kind: HOUSEKEEPING, key: 'tables', accountId: null, dueAt: inMs(0), data: null });
}

function healthOf(dataSource: DataSource): Health {
  const health = new Health();
  health.register('database', async () => {
    await dataSource.query('SELECT 1');
  });
  return health;
}

@Module({})
class ServiceRoot {}

async function openApplication<Config extends object>(
  { name, module, effects }: ServiceDefinition<Config>,
  config: Config,
  ports: Ports,
  host: ServiceHost,
  lifetime: Lifetime,
): Promise<{ readonly app: INestApplication; readonly opened: unknown }> {
  const { dueWork, health, logger, records, sealer } = ports;
  const listener = host.listenerOf(name);
  const root: DynamicModule = { module: ServiceRoot, imports: [PortsModule.of(ports), module(config)] };
  const app = await NestFactory.create(root, listener.adapter, {
    logger: new NestLog(logger),
    bodyParser: false,
    abortOnError: false,
  });
  lifetime.onClose(() => app.close());
  const keys = new OwnerKeys({
    records,
    sealer,
    effects: effects && app.get<Effects>(effects, { strict: false }),
    log: logger,
  });
  const opened = await listener.open(app, logger, keys);
  const due = dueWork.start();
  lifetime.onClose(() => due.stop());
  lifetime.onClose(async () => {
    health.beginStop();
    const unanswered = await listener.drain(host.drainTimeoutMs);
    if (unanswered > 0) logger.warn({ unanswered }, 'stopped with requests still unanswered');
  });
  return { app, opened };
}
