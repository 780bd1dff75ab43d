import { AppendQueue } from './append-queue.js';
import type { EncodedAppend } from './encoded-append.js';
import type { Append, Appended, Submission } from './event-store.js';
import type { Outcome, Pending } from './outstanding.js';
import { stillOpen, storeClosed, submitted } from './outstanding.js';

/**
 * For stores that accept one append at a time. The appends of one stream are sent one after the other, each once
 * everything that it rests on is committed, so that no append can succeed after one that failed. Appends that do not
 * rest on each other are sent at once.
 */
export class StreamAppendQueues {
  private readonly queues = new Map<string, AppendQueue>();
  private closed = false;

  constructor(private readonly commit: (append: EncodedAppend) => Promise<Appended>) {}

  submit(append: Append, after: readonly Submission[]): Submission {
    return submitted(append, after, (pending) => {
      if (this.closed) throw storeClosed();
      const queue = this.queues.get(append.stream) ?? this.open(append.stream);
      queue.add(pending);
    });
  }

  /** Refuses further appends; resolves once all that were submitted have their outcome. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private open(stream: string): AppendQueue {
    const queue = new AppendQueue((group) => Promise.all(group.map((pending) => this.commitAfter(pending))), {
      groupAppendsMax: 1,
      onIdle: () => this.queues.delete(stream),
    });
    this.queues.set(stream, queue);
    return queue;
  }

  private async commitAfter({ append, after }: Pending): Promise<Outcome> {
    await Promise.allSettled(after.map(({ committed }) => committed));
    stillOpen(append.stream, after);
    return this.commit(append);
  }
}
