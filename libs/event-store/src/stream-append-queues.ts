import { AppendQueue } from './append-queue.js';
import { asError } from './as-error.js';
import type { EncodedAppend } from './encoded-append.js';
import type { Append, AppendResult, Submission } from './event-store.js';
import { EventStoreUnavailable } from './event-store.js';
import { mergedAppend, mergedLength } from './merged-append.js';
import type { Outcome, PendingAppend } from './outstanding.js';
import { Losses, stillOpen, storeClosed, submitted } from './outstanding.js';

/**
 * Queues for a store whose appends are to one stream each. A stream's appends are sent one after the other, each once
 * everything that it rests on is committed. So no append can succeed after one that failed. Appends that gather
 * meanwhile, and follow each other, are merged into one. Independent appends are sent at once.
 */
export class StreamAppendQueues {
  private readonly queues = new Map<string, AppendQueue>();
  private closed = false;

  constructor(private readonly commit: (append: EncodedAppend) => Promise<AppendResult>) {}

  submit(append: Append, after: readonly Submission[]): Submission {
    return submitted(append, after, (pending) => {
      if (this.closed) throw storeClosed();
      const queue = this.queues.get(append.stream) ?? this.open(append.stream);
      queue.add(pending);
    });
  }

  /** Refuses further appends. Resolves once all submitted appends have their outcome. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private open(stream: string): AppendQueue {
    const queue = new AppendQueue((group) => this.commitGroup(group), {
      groupLength: async (waiting) => {
        await Promise.allSettled((waiting[0]?.after ?? []).map(({ committed }) => committed));
        return mergedLength(waiting);
      },
      onIdle: () => this.queues.delete(stream),
    });
    this.queues.set(stream, queue);
    return queue;
  }

  /**
   * Commits a group as one append. Rejects for the whole group if nobody knows whether it is stored, or if nothing was
   * sent.
   */
  private async commitGroup(group: readonly PendingAppend[]): Promise<readonly Outcome[]> {
    for (const { append, after } of group.slice(0, 1)) stillOpen(append.stream, after);
    const merged = mergedAppend(group);
    try {
      const { position } = await this.commit(merged);
      return group.map(({ append }) => ({ revision: append.expected + append.events.length, position }));
    } catch (error) {
      if (group.length === 1 || error instanceof EventStoreUnavailable) throw error;
      return this.commitEach(group);
    }
  }

  /**
   * Commits the appends of a group one by one, because the store refused the whole. Some may be stored already, or be
   * stored alone.
   */
  private async commitEach(group: readonly PendingAppend[]): Promise<readonly Outcome[]> {
    const losses = new Losses();
    const outcomes: Outcome[] = [];
    for (const pending of group) {
      const outcome = losses.reasonFor(pending) ?? (await this.commit(pending.append).catch(asError));
      if (outcome instanceof Error) losses.add(pending, outcome);
      outcomes.push(outcome);
    }
    return outcomes;
  }
}
