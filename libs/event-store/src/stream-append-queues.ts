import { AppendQueue } from './append-queue.js';
import type { EncodedAppend } from './encoded-append.js';
import type { Appended } from './event-store.js';
import { EventStoreUnavailable } from './event-store.js';

/**
 * For stores that take one append at a time: the appends of one stream go out one after the other, so that none can
 * win behind a loser that it was decided on; those of several streams go out beside each other.
 */
export class StreamAppendQueues {
  private readonly queues = new Map<string, AppendQueue>();
  private closed = false;

  constructor(private readonly commit: (append: EncodedAppend) => Promise<Appended>) {}

  submit(append: EncodedAppend): Promise<Appended> {
    if (this.closed) return Promise.reject(new EventStoreUnavailable('The event store is closed'));
    const queue = this.queues.get(append.stream) ?? this.open(append.stream);
    return queue.submit(append);
  }

  /** Refuses further appends; resolves once all that were submitted have their outcome. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private open(stream: string): AppendQueue {
    const queue = new AppendQueue((group) => Promise.all(group.map(this.commit)), {
      groupAppendsMax: 1,
      onIdle: () => this.queues.delete(stream),
    });
    this.queues.set(stream, queue);
    return queue;
  }
}
