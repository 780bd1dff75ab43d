import { AppendQueue } from './append-queue.js';
import { CatchUpSubscription } from './catch-up-subscription.js';
import type { EncodedAppend, EncodedEvent } from './encoded-append.js';
import { decodeEvent } from './encoded-append.js';
import type {
  Append,
  Position,
  ReadOptions,
  StoredEvent,
  Submission,
  StoreReader,
  SubscriptionOptions,
} from './event-store.js';
import { EventStore, WrongExpectedRevision } from './event-store.js';
import { Head } from './head.js';
import { OpenSubscriptions } from './open-subscriptions.js';
import type { Outcome, PendingAppend } from './outstanding.js';
import { Losses } from './outstanding.js';

interface MemoryEvent extends EncodedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly recordedAt: Date;
}

/** A fake with the rules and the order of a real store, but in memory. Events pass through JSON, as in a real store. */
export class InMemoryEventStore extends EventStore {
  private readonly order: MemoryEvent[] = [];
  private readonly streams = new Map<string, MemoryEvent[]>();
  private readonly newest = new Head();
  private readonly subscriptions = new OpenSubscriptions();
  private readonly queue = new AppendQueue((group) => Promise.resolve(this.commit(group)));

  submit(append: Append, after?: readonly Submission[]): Submission {
    return this.queue.submit(append, after);
  }

  async *read(stream: string, options: ReadOptions = {}): AsyncIterable<StoredEvent> {
    const { direction = 'forwards', count = Infinity } = options;
    const { from = direction === 'forwards' ? 0 : Infinity } = options;
    await Promise.resolve();
    const kept = this.streams.get(stream) ?? [];
    const page = direction === 'forwards' ? kept.slice(from) : kept.slice(0, from + 1).reverse();
    for (const event of page.slice(0, count)) yield decodeEvent(event, event);
  }

  head(): Promise<Position> {
    return Promise.resolve(BigInt(this.order.length));
  }

  headAt(): Promise<Date | undefined> {
    return Promise.resolve(this.order.at(-1)?.recordedAt);
  }

  subscribe(options: SubscriptionOptions): StoreReader {
    const subscription = new CatchUpSubscription(
      {
        beyond: (position, signal) => this.newest.beyond(position, signal),
        window: (from, to, prefixes, limit) => Promise.resolve(this.window(from, to, prefixes, limit)),
      },
      options,
    );
    return this.subscriptions.add(subscription);
  }

  async close(): Promise<void> {
    await this.subscriptions.stop();
    await this.queue.close();
  }

  private commit(group: readonly PendingAppend[]): Outcome[] {
    const outcomes = new Losses().judge(group, ({ append }) => this.commitOne(append));
    this.newest.raise(BigInt(this.order.length));
    return outcomes;
  }

  private commitOne({ stream, expected, events }: EncodedAppend): Outcome {
    const kept = this.streams.get(stream) ?? [];
    if (kept.length - 1 !== expected) {
      const again = kept.slice(expected + 1, expected + 1 + events.length);
      const last = again.at(-1);
      const same = again.length === events.length && again.every(({ id }, index) => id === events[index]?.id);
      return same && last ? { revision: last.revision, position: last.position } : new WrongExpectedRevision(stream);
    }
    const recordedAt = new Date();
    for (const event of events) {
      const next = { ...event, stream, revision: kept.length, position: BigInt(this.order.length + 1), recordedAt };
      kept.push(next);
      this.order.push(next);
    }
    this.streams.set(stream, kept);
    return { revision: kept.length - 1, position: BigInt(this.order.length) };
  }

  private window(from: Position, to: Position, prefixes: readonly string[], limit: number): StoredEvent[] {
    return this.order
      .slice(Number(from), Number(to))
      .filter(({ stream }) => prefixes.some((prefix) => stream.startsWith(prefix)))
      .slice(0, limit)
      .map((event) => decodeEvent(event, event));
  }
}
