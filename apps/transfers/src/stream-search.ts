import type { EventStore, StoredEvent } from '@halyard/event-store';

/** How many revisions are looked at together: the store reads them concurrently. */
const PROBES = 15;

/**
 * Finds a place in a stream without reading all of it.
 * @param isReached false for the events before the place, true from there on
 * @param from first revision to search
 * @returns the revision of the first event that is reached; after the last event if there is none
 */
export async function firstRevision(
  store: EventStore,
  stream: string,
  isReached: (stored: StoredEvent) => boolean,
  from = 0,
): Promise<number> {
  let low = from;
  let high = await lengthOf(store, stream);
  while (low < high) {
    const step = Math.ceil((high - low) / (PROBES + 1));
    const probes = Array.from({ length: PROBES }, (_, nth) => low + (nth + 1) * step - 1).filter((at) => at < high);
    const reached = await Promise.all(probes.map(async (at) => isReached(await eventAt(store, stream, at))));
    const first = reached.indexOf(true);
    const before = probes.at(first === -1 ? -1 : first - 1);
    high = probes[first] ?? high;
    if (first !== 0 && before !== undefined) low = before + 1;
  }
  return low;
}

async function lengthOf(store: EventStore, stream: string): Promise<number> {
  for await (const { revision } of store.read(stream, { direction: 'backwards', count: 1 })) return revision + 1;
  return 0;
}

async function eventAt(store: EventStore, stream: string, revision: number): Promise<StoredEvent> {
  for await (const stored of store.read(stream, { from: revision, count: 1 })) return stored;
  throw new Error(`${stream} has no event ${revision}`);
}
