import { type EventStore, openEventStoreDb, PostgresEventStore } from '@halyard/event-store';
import { createLogger } from '@halyard/observability';
import { requireServers } from '@halyard/service';

const { EVENTSTORE_URL: eventstoreUrl, EVENT_STORE_NAMESPACE: namespace } = process.env;

/**
 * Opens the streams of transfers in the store that the processes' settings name.
 *
 * @param databaseUrl a URL with the role of transfers
 */
export async function openStreams(databaseUrl: string): Promise<EventStore> {
  await requireServers({ kafkaBrokers: [], ...(eventstoreUrl !== undefined && { eventstoreUrl }) });
  const own = namespace === undefined ? {} : { namespace };
  return eventstoreUrl === undefined
    ? new PostgresEventStore(databaseUrl, own)
    : openEventStoreDb(eventstoreUrl, { ...own, log: createLogger({ service: 'transfers', level: 'warn' }) });
}
