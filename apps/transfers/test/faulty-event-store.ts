import {
  type Append,
  type Appended,
  EventStore,
  EventStoreUnavailable,
  type Position,
  type ReadOptions,
  type StoredEvent,
  type Subscription,
  type SubscriptionOptions,
} from '@halyard/event-store';

/** What becomes of an append. `lost`: it is committed, and nobody learns of it. */
export type Fate = 'committed' | 'refused' | 'lost';

/** A connection to a store that fails as a test wants, over a store that does not. */
export class FaultyEventStore extends EventStore {
  /** Streams, one for each time that one was read. */
  readonly reads: string[] = [];
  private severed = false;

  /** @param fateOf asked once per append, in the order in which they come; an append waits for it */
  constructor(
    private readonly store: EventStore,
    private readonly fateOf: (append: Append) => Fate | Promise<Fate>,
  ) {
    super();
  }

  /** From now on nothing goes through: the process is dead as far as the store can tell. */
  sever(): void {
    this.severed = true;
  }

  async append(append: Append): Promise<Appended> {
    this.check();
    const fate = await this.fateOf(append);
    if (fate === 'refused') throw new EventStoreUnavailable('refused');
    const appended = await this.store.append(append);
    if (fate === 'lost') throw new EventStoreUnavailable('lost');
    this.check();
    return appended;
  }

  async *read(stream: string, options?: ReadOptions): AsyncIterable<StoredEvent> {
    this.check();
    this.reads.push(stream);
    yield* this.store.read(stream, options);
    this.check();
  }

  async head(): Promise<Position> {
    this.check();
    return this.store.head();
  }

  subscribe(options: SubscriptionOptions): Subscription {
    return this.store.subscribe(options);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private check(): void {
    if (this.severed) throw new EventStoreUnavailable('severed');
  }
}
