import type { Clock } from '@halyard/core';
import {
  Changes,
  claimForAppends,
  DueWork,
  measureOutbox,
  messagingLifetimes,
  messagingMigrations,
  OperationRecords,
  TimerScheduler,
} from '@halyard/messaging';
import type { Logger } from '@halyard/observability';
import {
  Housekeeping,
  openDatabase,
  PostgresSealer,
  schemaOf,
  sealingMigrations,
  sessionOf,
} from '@halyard/persistence';
import type { Lifetime } from './lifetime.js';
import type { StoragePorts } from './ports.module.js';
import type { ServiceDefinition } from './service-definition.js';
import type { ServiceHost } from './service-host.js';

const HOUSEKEEPING = 'housekeeping';
const HOUR_MS = 60 * 60_000;

/** Opens and migrates a service's own database, starts its housekeeping, and connects the ports that need it. */
export async function openStorage<Config extends object>(
  { name, entities, migrations, lifetimes = [], effects, claims = (keys) => keys }: ServiceDefinition<Config>,
  host: ServiceHost,
  logger: Logger,
  lifetime: Lifetime,
): Promise<StoragePorts> {
  const { clock, keys, poolSize } = host;
  if (!keys) throw new Error(`${name} keeps something and has no keys to seal it with`);
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
  await sealer.requireMasters();

  const session = sessionOf(dataSource);
  const eventStore = await streams?.open({ databaseUrl: url, logger, claims: claims(claimForAppends(clock)), session });
  if (eventStore) lifetime.onClose(() => eventStore.close());

  const bus = await host.openBus({ service: name, dataSource, logger });
  lifetime.onClose(() => bus.close());
  const publishing = await bus.publish(name);
  lifetime.onClose(() => publishing.stop());
  measureOutbox(host.metrics, bus, name, logger);

  const records = new OperationRecords({ dataSource, sealer, clock, isDurable: effects !== undefined });
  const changes = new Changes(dataSource, records);
  return { dataSource, records, changes, dueWork, bus, sealer, eventStore };
}

/**
 * Runs the part of housekeeping that writers need at once, and the rest as due work: every hour, or again at once when
 * there is more.
 */
async function keepHouse(house: Housekeeping, dueWork: DueWork, clock: Clock): Promise<void> {
  const inMs = (ms: number): Date => new Date(clock.system().getTime() + ms);
  await house.prepare(inMs(0));
  dueWork.on(HOUSEKEEPING, async () => inMs((await house.keep(inMs(0))) ? 0 : HOUR_MS));
  await dueWork.put({ kind: HOUSEKEEPING, key: 'tables', accountId: null, dueAt: inMs(0), data: null });
}
