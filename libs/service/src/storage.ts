import { AccountClocks } from '@halyard/clocks';
import { type Clock, TimerScheduler } from '@halyard/core';
import { Changes, claimForAppends, IdempotencyRecords } from '@halyard/changes';
import { DueWork, Rounds } from '@halyard/background';
import { measureOutbox } from '@halyard/messaging';
import { commonLifetimes, commonMigrations } from './common-tables.js';
import type { Logger } from '@halyard/observability';
import type { RestoredService } from '@halyard/recovery';
import { ClockSightings, Housekeeping, openDatabase, PostgresSealer, schemaOf, sessionOf } from '@halyard/persistence';
import { countKeyReads } from './cache.metrics.js';
import { measureDueWork } from './due-work.metrics.js';
import type { Lifetime } from './lifetime.js';
import { MeasuredEventStore } from './measured-event-store.js';
import { measurePools } from './pool.metrics.js';
import type { StoragePorts } from './ports.module.js';
import type { ServiceDefinition } from './service-definition.js';
import type { ServiceHost } from './service-host.js';

const HOUR_MS = 60 * 60_000;
/** Pauses after housekeeping has failed. They grow, because others, such as a backup, may lock a table for long. */
const HOUSEKEEPING_FAILED_MS = { first: 1_000, max: 10 * 60_000 };

/** The part of a composition that the data of a service depends on. */
export type DataHost = Pick<
  ServiceHost,
  'env' | 'keys' | 'clock' | 'loggerOf' | 'databaseUrlOf' | 'poolSize' | 'eventStoreOf'
>;

/** A service's own data, opened and migrated, with nothing that works on it by itself. */
type OpenData = Pick<StoragePorts, 'dataSource' | 'sealer' | 'eventStore' | 'dueWork'> & {
  readonly clock: AccountClocks;
  readonly house: Housekeeping;
};

/** Opens and migrates a service's own database, starts its housekeeping, and connects the ports that need it. */
export async function openStorage<Config extends object>(
  definition: ServiceDefinition<Config>,
  config: Config,
  host: ServiceHost,
  logger: Logger,
  lifetime: Lifetime,
): Promise<StoragePorts> {
  const { name, effects } = definition;
  const { house, ...data } = await openData(definition, config, host, logger, lifetime);
  const { dataSource, sealer, clock, eventStore } = data;
  const held = eventStore && (await host.eventStoreOf(name)?.hold?.(eventStore, dataSource, logger));
  lifetime.onClose(() => held?.stop());
  lifetime.onClose(keepHouse(house, new ClockSightings(dataSource, logger), clock, logger));

  const bus = await host.openBus({ service: name, dataSource, logger });
  lifetime.onClose(() => bus.close());
  const publishing = await bus.publish(name);
  lifetime.onClose(() => publishing.stop());
  measureOutbox(host.metrics, bus, name, logger);
  measurePools(host.metrics, name, dataSource);
  measureDueWork(host.metrics, data.dueWork, name, logger);
  countKeyReads(host.metrics, sealer, name);

  const records = new IdempotencyRecords({ dataSource, sealer, clock, isDurable: effects !== undefined });
  const changes = new Changes(dataSource, records);
  const measured = eventStore && new MeasuredEventStore(eventStore, host.metrics, name);
  return { ...data, eventStore: measured, records, changes, bus };
}

/** Opens a service's restored data, before the service serves. */
export async function openRestored<Config extends object>(
  definition: ServiceDefinition<Config>,
  host: DataHost,
  lifetime: Lifetime,
): Promise<RestoredService> {
  const { name, recovery: source } = definition;
  const logger = host.loggerOf(name);
  const { dataSource, sealer, eventStore, clock } = await openData(
    definition,
    definition.config(host.env),
    host,
    logger,
    lifetime,
  );
  return { name, source, data: { dataSource, sealer, eventStore, clock, logger } };
}

async function openData<Config extends object>(
  definition: ServiceDefinition<Config>,
  config: Config,
  host: DataHost,
  logger: Logger,
  lifetime: Lifetime,
): Promise<OpenData> {
  const { name, entities, migrations, lifetimes, onClockBegin, claims = (keys) => keys } = definition;
  const { clock: system, keys, poolSize } = host;
  if (!keys) throw new Error(`${name} keeps something and has no keys to seal it with`);
  const streams = host.eventStoreOf(name);
  const url = host.databaseUrlOf(name);

  const dataSource = await openDatabase({
    service: name,
    url,
    entities,
    migrations: [...commonMigrations, ...(streams?.migrations ?? []), ...migrations],
    poolSize,
    logger,
  });
  lifetime.onClose(() => dataSource.destroy());
  const clock = new AccountClocks({
    dataSource,
    schema: schemaOf(name),
    system,
    log: logger,
    onStep: (accountId) => dueWork.accountClockMoved(accountId),
    ...(onClockBegin && { onBegin: onClockBegin }),
  });
  clock.start();
  lifetime.onClose(() => clock.stop());
  const scheduler = new TimerScheduler();
  const dueWork: DueWork = new DueWork({ dataSource, schema: schemaOf(name), clock, scheduler, log: logger });
  const house = new Housekeeping(dataSource, [...commonLifetimes, ...(lifetimes?.(config) ?? [])], logger);
  await house.prepare(clock.system());

  const sealer = new PostgresSealer(dataSource, keys);
  lifetime.onClose(() => sealer.close());
  await sealer.requireMasters();

  const session = sessionOf(dataSource);
  const ownClaims = claims(claimForAppends(clock));
  const reached = () => definition.reachedStreams?.(dataSource) ?? Promise.resolve(0n);
  const eventStore = await streams?.open({ databaseUrl: url, dataSource, logger, claims: ownClaims, session, reached });
  if (eventStore) lifetime.onClose(() => eventStore.close());
  return { dataSource, clock, dueWork, house, sealer, eventStore };
}

/**
 * Runs housekeeping in every process: now and every hour, or again at once if work is left. A timer measures the hour.
 * With a due time instead, a clock that is set back would delay it. @returns a function that ends it
 */
function keepHouse(house: Housekeeping, sightings: ClockSightings, clock: Clock, logger: Logger): () => Promise<void> {
  const rounds = new Rounds({
    round: async () => ((await house.keep(await sightings.look(clock.system()))) ? 0 : HOUR_MS),
    onFailure: (err, failures) => logger.warn({ failures, err }, 'housekeeping is put off'),
    scheduler: new TimerScheduler(),
    failedMs: HOUSEKEEPING_FAILED_MS,
  });
  const stopping = new AbortController();
  const stopped = rounds.run(stopping.signal);
  return () => {
    stopping.abort();
    return stopped;
  };
}
