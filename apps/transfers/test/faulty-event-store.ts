import {
  type Append,
  type AppendResult,
  EventStore,
  EventStoreUnavailable,
  type Position,
  PredecessorLost,
  type ReadOptions,
  type StoredEvent,
  type Submission,
  type StoreReader,
  type SubscriptionOptions,
} from '@halyard/event-store';

/** The outcome of an append. `lost`: it is committed, but nobody gets to know. */
export type Fate = 'committed' | 'refused' | 'lost';

/** An append that waits for its fate, and goes to the store after all appends that it depends on. */
class FatedAppend implements Submission {
  readonly committed: Promise<AppendResult>;
  failure: Error | undefined;

  /** @param sent the append to the store behind, unless something prevented it */
  constructor(
    readonly fate: Promise<Fate>,
    readonly sent: Promise<Submission>,
    answer: Promise<AppendResult>,
  ) {
    this.committed = answer;
    sent.catch(() => undefined);
    answer.catch((failure: Error) => (this.failure = failure));
  }

  whenKnown(hear: (outcome: AppendResult | Error) => void): void {
    this.committed.then(hear, hear);
  }
}

/** A store that fails as a test wants, in front of a store that does not. */
export class FaultyEventStore extends EventStore {
  /** The streams that were read, once per read. */
  readonly reads: string[] = [];
  /** Stream -> its last append, while that is open. */
  private readonly open = new Map<string, { readonly append: Append; readonly fated: FatedAppend }>();
  private readonly submitted: Promise<AppendResult>[] = [];
  private severed = false;

  /** @param fateOf asked once per append, in their order; an append waits for its answer */
  constructor(
    private readonly store: EventStore,
    private readonly fateOf: (append: Append) => Fate | Promise<Fate>,
  ) {
    super();
  }

  /** From now on nothing reaches the store: for the store, the process is dead. */
  sever(): void {
    this.severed = true;
  }

  /** Resolves once every append has its outcome. A process that died may have left some on their way. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.submitted);
  }

  /**
   * An append fails with the refused or lost append that it depends on, unless both are lost: then both are committed.
   */
  submit(append: Append, after: readonly Submission[] = []): Submission {
    const { stream } = append;
    const fate = Promise.resolve(this.severed ? 'refused' : this.fateOf(append));
    const before = this.open.get(stream);
    const named = after.filter((submission) => submission instanceof FatedAppend);
    const restsOn = before && revisionOf(before.append) < revisionOf(append) ? [...named, before.fated] : named;
    const sent = this.send(append, fate, restsOn, before?.fated);
    const fated = new FatedAppend(fate, sent, this.answer(fate, sent));
    this.open.set(stream, { append, fated });
    this.submitted.push(fated.committed);
    const close = (): void => {
      if (this.open.get(stream)?.fated === fated) this.open.delete(stream);
    };
    fated.committed.then(close, close);
    return fated;
  }

  private async send(
    append: Append,
    fate: Promise<Fate>,
    restsOn: readonly FatedAppend[],
    before: FatedAppend | undefined,
  ): Promise<Submission> {
    if ((await fate) === 'refused') throw new EventStoreUnavailable('refused');
    const behind: Submission[] = [];
    for (const predecessor of restsOn) {
      try {
        if (predecessor.failure) throw predecessor.failure;
        behind.push(await predecessor.sent);
        if ((await predecessor.fate) === 'lost' && (await fate) !== 'lost') throw new EventStoreUnavailable('lost');
      } catch (cause) {
        throw new PredecessorLost(append.stream, cause instanceof PredecessorLost ? cause.cause : (cause as Error));
      }
    }
    await before?.sent.catch(() => undefined);
    return this.store.submit(append, behind);
  }

  private async answer(fate: Promise<Fate>, sent: Promise<Submission>): Promise<AppendResult> {
    const { committed } = await sent;
    const appended = await committed;
    if ((await fate) === 'lost') throw new EventStoreUnavailable('lost');
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

  async headAt(): Promise<Date | undefined> {
    this.check();
    return this.store.headAt();
  }

  subscribe(options: SubscriptionOptions): StoreReader {
    return this.store.subscribe(options);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private check(): void {
    if (this.severed) throw new EventStoreUnavailable('severed');
  }
}

const revisionOf = ({ expected }: Append): number => (expected === 'no-stream' ? -1 : expected);
