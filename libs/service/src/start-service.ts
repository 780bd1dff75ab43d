import { type DynamicModule, type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AccountClockInterceptor } from '@halyard/clocks';
import { resourceServices, type ServiceName } from '@halyard/contracts';
import { Health } from '@halyard/http';
import { type AnswerWait, type Effects, IdempotencyKeys, KeyLookup } from '@halyard/changes';
import type { Logger } from '@halyard/observability';
import { requireWrites } from '@halyard/persistence';
import { Lifetime } from './lifetime.js';
import { NestLog } from './nest-log.js';
import { type KeptKeys, type Ports, PortsModule, type StoragePorts } from './ports.module.js';
import { keepsState, type StatelessDefinition } from './service-definition.js';
import type { ServiceHost } from './service-host.js';
import { openStorage } from './storage.js';

export interface RunningService {
  readonly name: ServiceName;
  readonly app: INestApplication;
  readonly health: Health;
  /** The value that the listener's `open` returned. */
  readonly opened: unknown;
  /**
   * Stops the service. It is no longer ready, refuses new requests, and finishes those in flight, within a time limit.
   * Then it stops consumers and relays, and closes connections. A second call does nothing more.
   */
  stop(): Promise<void>;
}

/**
 * Runs a service on a host. It opens and migrates the database, connects the ports, creates the Nest application, and
 * accepts requests. If a step fails, everything that was opened before is closed.
 * @throws ConfigError for a bad environment; any other failure as it was thrown
 */
export async function startService<Config extends object>(
  definition: StatelessDefinition<Config>,
  host: ServiceHost,
): Promise<RunningService> {
  const config = definition.config(host.env);
  const logger = host.loggerOf(definition.name);
  return Lifetime.allOrNothing(logger, async (lifetime) => {
    const ports = await connectPorts(definition, config, host, logger, lifetime);
    const { app, opened } = await openApplication(definition, config, ports, host, lifetime);
    return { name: definition.name, app, health: ports.health, opened, stop: () => lifetime.close() };
  });
}

async function connectPorts<Config extends object>(
  definition: StatelessDefinition<Config>,
  config: Config,
  host: ServiceHost,
  logger: Logger,
  lifetime: Lifetime,
): Promise<Ports> {
  const { metrics, serviceClient } = host;
  const storage = keepsState(definition) ? await openStorage(definition, config, host, logger, lifetime) : undefined;
  const health = healthOf(storage);
  const clock = storage?.clock ?? host.clock;
  return { service: definition.name, storage, serviceClient, clock, logger, metrics, health };
}

function healthOf(storage: StoragePorts | undefined): Health {
  const health = new Health();
  if (!storage) return health;
  health.register('database', () => requireWrites(storage.dataSource));
  health.register('keys', () => storage.sealer.requireMasters());
  return health;
}

/** The service's own parts in the handling of keys. They are known once its module has been made. */
interface OwnParts {
  effects?: Effects | undefined;
  waits?: AnswerWait | undefined;
}

const keysOf = ({ clock, logger }: Ports, storage: StoragePorts, own: OwnParts): KeptKeys => ({
  idempotency: new IdempotencyKeys({
    ...storage,
    effects: () => own.effects,
    waits: () => own.waits,
    log: logger,
  }),
  lookup: new KeyLookup({ ...storage, clock, effects: () => own.effects }),
});

function takeOwnParts<Config extends object>(
  own: OwnParts,
  definition: StatelessDefinition<Config>,
  app: INestApplication,
): void {
  if (!keepsState(definition)) return;
  const { effects, waits } = definition;
  own.effects = effects && app.get<Effects>(effects, { strict: false });
  own.waits = waits && app.get<AnswerWait>(waits, { strict: false });
}

@Module({})
class ServiceRoot {}

async function openApplication<Config extends object>(
  definition: StatelessDefinition<Config>,
  config: Config,
  ports: Ports,
  host: ServiceHost,
  lifetime: Lifetime,
): Promise<{ readonly app: INestApplication; readonly opened: unknown }> {
  const { name, module } = definition;
  const { health, logger, storage } = ports;
  const listener = host.listenerOf(name);
  const own: OwnParts = {};
  const keys = storage && keysOf(ports, storage, own);
  const root: DynamicModule = { module: ServiceRoot, imports: [PortsModule.of(ports, keys), module(config)] };
  const app = await NestFactory.create(root, listener.adapter, {
    logger: new NestLog(logger),
    bodyParser: false,
    abortOnError: false,
  });
  lifetime.onClose(() => app.close());
  if (storage && resourceServices.some((owner) => owner === name))
    app.useGlobalInterceptors(new AccountClockInterceptor(storage.clock));
  takeOwnParts(own, definition, app);
  const opened = await listener.open(app, logger, keys?.idempotency);
  const due = storage?.dueWork.start();
  lifetime.onClose(() => due?.stop());
  lifetime.onClose(async () => {
    health.beginStop();
    const unanswered = await listener.drain(host.drainTimeoutMs);
    if (unanswered > 0) logger.warn({ unanswered }, 'stopped with requests still unanswered');
  });
  return { app, opened };
}
