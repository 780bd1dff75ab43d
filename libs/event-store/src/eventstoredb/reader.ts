import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { Position, ReadOptions, StoredEvent } from '../event-store.js';
import type { Namespace } from '../namespace.js';
import { Arrivals } from './arrivals.js';
import type { Connection } from './connection.js';
import { positionOf, readHeadRequest, readStreamRequest, toStoredEvent } from './messages.js';

type RecordedEvent = ReadResp.ReadEvent.RecordedEvent;

const PAGE_EVENTS = 500;

/** Reads streams page by page, repeating a page while the store is away for a moment. */
export class Reader {
  constructor(
    private readonly connection: Connection,
    private readonly namespace: Namespace,
  ) {}

  async *stream(stream: string, options: ReadOptions = {}): AsyncIterable<StoredEvent> {
    const { direction = 'forwards', count = Infinity } = options;
    let { from } = options;
    let left = count;
    while (left > 0) {
      const limit = Math.min(left, PAGE_EVENTS);
      const page = await this.page(readStreamRequest(this.namespace.stored(stream), direction, from, limit), limit);
      for (const event of page) yield toStoredEvent(event, this.namespace);
      const last = page.at(-1);
      if (!last || page.length < limit) return;
      from = Number(last.getStreamRevision()) + (direction === 'forwards' ? 1 : -1);
      if (from < 0) return;
      left -= page.length;
    }
  }

  async head(): Promise<Position> {
    const [newest] = await this.page(readHeadRequest(), 1);
    return newest ? positionOf(newest) : 0n;
  }

  private page(request: ReadReq, limit: number): Promise<RecordedEvent[]> {
    return this.connection.calling((leftMs) => this.ask(request, limit, leftMs));
  }

  /** The first `limit` events of the answer; a server that searches on for more is not waited for. */
  private async ask(request: ReadReq, limit: number, leftMs: () => number): Promise<RecordedEvent[]> {
    const arrivals = new Arrivals<ReadResp>(await this.connection.read(request, leftMs));
    const events: RecordedEvent[] = [];
    while (events.length < limit) {
      const responses = await arrivals.take();
      if (!responses) return events;
      for (const response of responses) {
        const event = response.getEvent()?.getEvent();
        if (event) events.push(event);
      }
    }
    arrivals.close();
    return events;
  }
}
