import {
  EpochOver,
  type EventStore,
  EventStoreUnavailable,
  ForeignStreams,
  openEventStoreDb,
  PostgresEventStore,
  requireEpoch,
  requireNotForeign,
  requireStoreNotOlder,
  StoredInstallation,
  StoredReach,
  StoreOlder,
} from '@halyard/event-store';
import { ServerUnusable } from '@halyard/core';
import { epochOf } from '@halyard/recovery';
import { requireServers } from '@halyard/service';
import { transfersService } from '@halyard/transfers';
import type { DataSource } from 'typeorm';
import { urlOf } from '../database/databases.js';
import { hasTable } from '../database/server.query.js';
import { type Finding, findingOf } from '../finding.js';
import type { ExaminedInstallation } from '../installation.js';
import { futureFault } from '../machine/clock.js';

/** Compares the streams of transfers with its database, as a start of transfers does. */
export async function lookAtStore(
  { config, databases }: ExaminedInstallation,
  skip: (because: string) => void,
): Promise<readonly Finding[] | undefined> {
  const session = databases.sessions.get('transfers');
  const { eventstoreUrl, eventStoreNamespace: namespace } = config.adapters;
  try {
    if (eventstoreUrl !== undefined) await requireServers({ kafkaBrokers: [], eventstoreUrl }, 0);
    if (!session || !(await hasTable(session, 'installation'))) return undefined;
    if (eventstoreUrl === undefined && !(await hasTable(session, 'events'))) {
      skip('the streams are in an EventStoreDB that no setting names');
      return undefined;
    }
    const store = await openStore(session, eventstoreUrl, namespace);
    try {
      const faults = await storeFaults(store, session, namespace);
      return eventstoreUrl === undefined ? faults : [...faults, ...(await storeClockFaults(store))];
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof ServerUnusable || error instanceof EventStoreUnavailable)) throw error;
    return [findingOf('store-not-reached', { sentence: error.message })];
  }
}

const openStore = (session: DataSource, eventstoreUrl: string | undefined, namespace: string): Promise<EventStore> => {
  if (eventstoreUrl !== undefined) return openEventStoreDb(eventstoreUrl, { namespace });
  return Promise.resolve(new PostgresEventStore(urlOf(session), { namespace }));
};

/** EventStoreDB tells no time, but the one at which it recorded its newest event. */
async function storeClockFaults(store: EventStore): Promise<readonly Finding[]> {
  const recordedAt = await store.headAt();
  const future = recordedAt && futureFault('the event store', recordedAt, Date.now());
  return future ? [future] : [];
}

/** @throws EventStoreUnavailable */
export async function storeFaults(
  store: EventStore,
  session: DataSource,
  namespace: string,
): Promise<readonly Finding[]> {
  const stored = new StoredInstallation(session);
  const foreign = await refusal(ForeignStreams, () => requireNotForeign(store, stored, namespace));
  // Everything else compares moments of one installation.
  if (foreign !== undefined) return [findingOf('store-foreign', { sentence: foreign }, 'transfers')];
  const reached = (await transfersService.reachedStreams?.(session)) ?? 0n;
  const older = await refusal(StoreOlder, () => requireStoreNotOlder(store, new StoredReach(session), reached));
  const { id } = await stored.read();
  const epoch = await epochOf(session);
  const over = await refusal(EpochOver, () => requireEpoch(store, id, epoch));
  return [
    ...(older === undefined ? [] : [findingOf('store-older', { sentence: older }, 'transfers')]),
    ...(over === undefined ? [] : [findingOf('store-epoch-over', { sentence: over }, 'transfers')]),
  ];
}

/** The sentence with which a start would be refused. */
async function refusal(
  kind: abstract new (...parameters: never[]) => Error,
  check: () => Promise<void>,
): Promise<string | undefined> {
  try {
    await check();
    return undefined;
  } catch (error) {
    if (error instanceof kind) return error.message;
    throw error;
  }
}
