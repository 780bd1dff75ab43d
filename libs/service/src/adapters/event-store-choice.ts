import {
  beginEpoch,
  type EpochOver,
  eventStoreMigrations,
  openEventStoreDb,
  PostgresEventStore,
  requireEpoch,
  requireInstallation,
  requireStoreNotOlder,
  StoredInstallation,
  StoredReach,
  streamMigrations,
} from '@halyard/event-store';
import { epochOf } from '@halyard/recovery';
import { endProgram } from '../program.js';
import type { EventStoreChoice } from '../service-host.js';
import type { AdapterConfig } from './adapter-config.js';
import { watchStreams } from './streams-watch.js';

/**
 * Chooses EventStoreDB if the settings name one, and otherwise tables in the service's own schema.
 *
 * @param onOver called if a later epoch begins on the streams while the process serves. Default: ends the process
 */
export function eventStoreChoice(
  { eventstoreUrl, eventStoreNamespace: namespace }: Pick<AdapterConfig, 'eventstoreUrl' | 'eventStoreNamespace'>,
  onOver: (error: EpochOver) => void = endProgram,
): EventStoreChoice {
  return {
    migrations: eventstoreUrl === undefined ? eventStoreMigrations : streamMigrations,
    async open({ databaseUrl, dataSource, logger, claims, session, reached }) {
      const store =
        eventstoreUrl === undefined
          ? new PostgresEventStore(databaseUrl, { claims, session, namespace })
          : await openEventStoreDb(eventstoreUrl, { log: logger, namespace });
      try {
        await requireInstallation(store, new StoredInstallation(dataSource), namespace);
        await requireStoreNotOlder(store, new StoredReach(dataSource), await reached());
      } catch (error) {
        await store.close();
        throw error;
      }
      return store;
    },
    // Streams in Postgres are restored with the database, so no copy shares them.
    ...(eventstoreUrl !== undefined && { hold: holdStreams(onOver) }),
  };
}

/** @param onOver called once the process must not go on */
const holdStreams =
  (onOver: (error: EpochOver) => void): NonNullable<EventStoreChoice['hold']> =>
  async (store, dataSource, logger) => {
    const { id: installationId } = await new StoredInstallation(dataSource).read();
    const epoch = await epochOf(dataSource);
    await requireEpoch(store, installationId, epoch);
    // A store that was restored as well may not know yet of the epoch.
    await beginEpoch(store, installationId, epoch);
    return watchStreams({ store, stored: new StoredReach(dataSource), installationId, epoch, onOver, logger });
  };
