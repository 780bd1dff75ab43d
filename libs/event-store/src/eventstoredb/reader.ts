import type { Position, ReadOptions, StoredEvent } from '../event-store.js';
import type { Namespace } from '../namespace.js';
import { Arrivals } from './arrivals.js';
import type { Connection } from './connection.js';
import { positionOf, readHeadRequest, recordedAtOf, readStreamRequest, toStoredEvent } from './messages.js';
import type { ReadRequest, ReadResponse, RecordedEvent } from './protocol.js';
import { eventsMissing, isTombstone } from './trouble.js';

const PAGE_EVENTS = 500;

/** Reads streams. It repeats a page while the store is briefly away. */
export class Reader {
  constructor(
    private readonly connection: Connection,
    private readonly namespace: Namespace,
  ) {}

  /** @throws EventStoreUnavailable, even if the stream is there but events of it are missing */
  async *stream(stream: string, options: ReadOptions = {}): AsyncIterable<StoredEvent> {
    const { direction = 'forwards', count = Infinity } = options;
    const step = direction === 'forwards' ? 1 : -1;
    let { from } = options;
    let next = direction === 'forwards' ? (from ?? 0) : undefined;
    let left = count;
    while (left > 0) {
      const limit = Math.min(left, PAGE_EVENTS);
      const request = readStreamRequest(this.namespace.stored(stream), direction, from, limit);
      const page = await this.page(request, limit, stream);
      for (const recorded of page) {
        const event = toStoredEvent(recorded, this.namespace);
        if (event.revision !== (next ?? event.revision)) throw eventsMissing(stream);
        next = event.revision + step;
        yield event;
      }
      if (page.length < limit) {
        if (direction === 'backwards' && (next ?? -1) >= 0) throw eventsMissing(stream);
        return;
      }
      from = next;
      if (from !== undefined && from < 0) return;
      left -= page.length;
    }
  }

  async head(): Promise<Position> {
    const [newest] = await this.page(readHeadRequest(), 1);
    return newest ? positionOf(newest) : 0n;
  }

  async headAt(): Promise<Date | undefined> {
    const [newest] = await this.page(readHeadRequest(), 1);
    return newest && recordedAtOf(newest);
  }

  private page(request: ReadRequest, limit: number, stream = '$all'): Promise<RecordedEvent[]> {
    return this.connection.calling(async (leftMs) => {
      try {
        return await this.ask(request, limit, leftMs);
      } catch (error) {
        throw isTombstone(error) ? eventsMissing(stream) : error;
      }
    });
  }

  /** Reads the first `limit` events of the answer. It does not wait while the server searches for more. */
  private async ask(request: ReadRequest, limit: number, leftMs: () => number): Promise<RecordedEvent[]> {
    const arrivals = new Arrivals<ReadResponse>(await this.connection.read(request, leftMs));
    const events: RecordedEvent[] = [];
    while (events.length < limit) {
      const responses = await arrivals.take();
      if (!responses) return events;
      for (const { event: read } of responses) if (read?.event) events.push(read.event);
    }
    arrivals.close();
    return events;
  }
}
