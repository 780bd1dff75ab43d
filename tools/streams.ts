import { type EventStore, openEventStoreDb, PostgresEventStore } from '@halyard/event-store';
import { createLogger } from '@halyard/observability';
import { requireServers } from '@halyard/service';

const { EVENTSTORE_URL: eventstoreUrl, EVENT_STORE_NAMESPACE: namespace } = process.env;

/**
 * The streams of transfers, where the settings of the processes say that they are.
 *
 * @param databaseUrl with the role of transfers
 */
export async function openStreams(databaseUrl: string): Promise<EventStore> {
  await requireServers({ kafkaBrokers: [], ...(eventstoreUrl !== undefined && { eventstoreUrl }) });
  const own = namespace === undefined ? {} : { namespace };
  return eventstoreUrl === undefined
    ? new PostgresEventStore(databaseUrl, own)
    : openEventStoreDb(eventstoreUrl, { ...own, log: createLogger({ service: 'transfers', level: 'warn' }) });
}
