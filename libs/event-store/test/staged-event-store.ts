import type {
  Append,
  Appended,
  Position,
  ReadOptions,
  StoredEvent,
  Submission,
  Subscription,
  SubscriptionOptions,
} from '../src/index.js';
import { EventStore, InMemoryEventStore } from '../src/index.js';

/** An in-memory store whose appends a test can count, hold back, precede with another writer's, or fail. */
export class StagedEventStore extends EventStore {
  readonly real = new InMemoryEventStore();
  readonly appends: Append[] = [];
  reads = 0;
  /** What happens to the next append, instead of it. */
  next: ((append: Append, commit: () => Promise<Appended>) => Promise<Appended>) | undefined;

  submit(append: Append): Submission {
    this.appends.push(append);
    const commit = (): Promise<Appended> => this.real.append(append);
    const { next } = this;
    this.next = undefined;
    const committed = next ? next(append, commit) : commit();
    committed.catch(() => undefined);
    return { committed };
  }

  /** Holds the next append back; `commit` lets it go. `reached` resolves once it was submitted. */
  holdNext(): { readonly reached: Promise<void>; readonly commit: () => void } {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const reached = new Promise<void>((resolve) => {
      this.next = async (_, commit) => {
        resolve();
        await released;
        return commit();
      };
    });
    return { reached, commit: () => release() };
  }

  read(stream: string, options?: ReadOptions): AsyncIterable<StoredEvent> {
    this.reads += 1;
    return this.real.read(stream, options);
  }

  head(): Promise<Position> {
    return this.real.head();
  }

  subscribe(options: SubscriptionOptions): Subscription {
    return this.real.subscribe(options);
  }

  close(): Promise<void> {
    return this.real.close();
  }

  async all(stream: string): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    for await (const event of this.real.read(stream)) events.push(event);
    return events;
  }
}
