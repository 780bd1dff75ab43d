import type { EventStore, StoreReader } from '@halyard/event-store';
import type { ReadModel } from './read-model.js';

/** Counts the events that a stopped read model has still to process. Positions do not tell this in every store. */
export class EventsBehind {
  private count = 0;
  private readonly subscription: StoreReader;

  constructor(store: EventStore, { sources, checkpoint }: ReadModel, onFailure: (error: unknown) => void) {
    this.subscription = store.subscribe({
      from: checkpoint.position,
      streamPrefixes: sources,
      onBatch: ({ events }) => {
        this.count += events.length;
        return Promise.resolve();
      },
      onFailure,
    });
  }

  get events(): number {
    return this.count;
  }

  stop(): Promise<void> {
    return this.subscription.stop();
  }
}
