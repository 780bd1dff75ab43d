import type { EventStore, StoredEvent } from '@halyard/event-store';

/** How many streams are read at once for one request. */
const AT_ONCE_MAX = 8;

/** Reads whole streams, each once and a few at a time. Caches them for its own lifetime. */
export class StreamReads {
  private readonly known = new Map<string, Promise<readonly StoredEvent[]>>();
  private readonly lanes: Promise<unknown>[] = Array.from({ length: AT_ONCE_MAX }, () => Promise.resolve());

  constructor(private readonly store: EventStore) {}

  read(stream: string): Promise<readonly StoredEvent[]> {
    const known = this.known.get(stream);
    if (known) return known;
    const lane = this.known.size % AT_ONCE_MAX;
    const begun = Promise.resolve(this.lanes[lane]).then(() => this.whole(stream));
    this.known.set(stream, begun);
    this.lanes[lane] = begun.catch(() => undefined);
    return begun;
  }

  private async whole(stream: string): Promise<readonly StoredEvent[]> {
    const events: StoredEvent[] = [];
    for await (const event of this.store.read(stream)) events.push(event);
    return events;
  }
}
