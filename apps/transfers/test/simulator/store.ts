import {
  type Append,
  type AppendResult,
  EventStore,
  EventStoreUnavailable,
  type NewEvent,
  type Position,
  PredecessorLost,
  type ReadOptions,
  type StoredEvent,
  type Submission,
  type StoreReader,
  type SubscriptionOptions,
  WrongExpectedRevision,
} from '@halyard/event-store';
import type { Random } from './random.js';
import type { Life, Schedule } from './schedule.js';

export class Log {
  private readonly order: StoredEvent[] = [];
  private readonly streams = new Map<string, StoredEvent[]>();
  private listeners = new Set<() => void>();

  /** @param onEvent gets each event as it is committed */
  constructor(private readonly onEvent: (event: StoredEvent) => void) {}

  get head(): Position {
    return BigInt(this.order.length);
  }

  get headAt(): Date | undefined {
    return this.order.at(-1)?.recordedAt;
  }

  append(stream: string, expected: number, events: readonly NewEvent[]): AppendResult | WrongExpectedRevision {
    const kept = this.streams.get(stream) ?? [];
    if (kept.length - 1 !== expected) {
      const again = kept.slice(expected + 1, expected + 1 + events.length);
      const last = again.at(-1);
      const isSame = again.length === events.length && again.every(({ id }, index) => id === events[index]?.id);
      return last && isSame ? last : new WrongExpectedRevision(stream);
    }
    this.streams.set(stream, kept);
    for (const { id, type, data } of events) {
      const place = { stream, revision: kept.length, position: this.head + 1n, recordedAt: new Date(0) };
      const event = { id, type, ...place, data: JSON.parse(JSON.stringify(data)) as unknown, metadata: {} };
      kept.push(event);
      this.order.push(event);
      this.onEvent(event);
    }
    const { listeners } = this;
    this.listeners = new Set();
    for (const listener of listeners) listener();
    return { revision: kept.length - 1, position: this.head };
  }

  read(stream: string): readonly StoredEvent[] {
    return this.streams.get(stream) ?? [];
  }

  after(position: Position, countMax: number): readonly StoredEvent[] {
    return this.order.slice(Number(position), Number(position) + countMax);
  }

  everything(): StoredEvent[] {
    return [...this.order];
  }

  /** Calls the listener once, at the next append. */
  listen(listener: () => void): void {
    this.listeners.add(listener);
  }
}

class PendingAppend implements Submission {
  readonly committed: Promise<AppendResult>;
  readonly expected: number;
  outcome: AppendResult | Error | undefined;
  readonly answer = Promise.withResolvers<AppendResult>();

  constructor(
    readonly append: Append,
    readonly restsOn: readonly PendingAppend[],
  ) {
    this.committed = this.answer.promise;
    this.committed.catch(() => undefined);
    this.expected = append.expected === 'no-stream' ? -1 : append.expected;
  }

  whenKnown(hear: (outcome: AppendResult | Error) => void): void {
    this.committed.then(hear, hear);
  }
}

/** Frequencies of faults, in per cent. */
export interface Faults {
  /** Appends that are not made, and appends that are made but never answered. */
  refused: number;
  lost: number;
  /** Pages that are not written, and pages that are written but never answered. */
  pagesRefused: number;
  pagesLost: number;
  batchMax: number;
}

const LOOK_MS = 10;

/**
 * A process's connection to the store. Appends are committed one by one, in any order that the port allows: each after
 * the appends that it depends on. Answers come later, in any order. An append that was on its way when the process died
 * may still be committed.
 */
export class Connection extends EventStore {
  private waiting: PendingAppend[] = [];

  constructor(
    private readonly log: Log,
    private readonly schedule: Schedule,
    private readonly random: Random,
    private readonly life: Life,
    private readonly faults: Faults,
  ) {
    super();
  }

  override submit(append: Append, after: readonly Submission[] = []): Submission {
    const { stream } = append;
    const own = this.waiting.filter((one) => one.append.stream === stream);
    const named = after.filter((one) => one instanceof PendingAppend);
    const pending = new PendingAppend(append, [...named]);
    const below = own.filter(({ expected }) => expected < pending.expected);
    const submitted = new PendingAppend(append, [...named, ...below]);
    const failed = named.find(({ outcome }) => outcome instanceof Error)?.outcome;
    if (failed instanceof Error) {
      this.settle(submitted, lostWith(stream, failed));
    } else if (!this.life.isOver) {
      this.waiting.push(submitted);
      void this.schedule.turn(NETWORK).then(() => this.commitOne());
    }
    return submitted;
  }

  override async *read(stream: string, options: ReadOptions = {}): AsyncIterable<StoredEvent> {
    await this.schedule.turn(this.life);
    const { direction = 'forwards', count = Number.POSITIVE_INFINITY } = options;
    const { from = direction === 'forwards' ? 0 : Number.POSITIVE_INFINITY } = options;
    const kept = this.log.read(stream);
    const page = direction === 'forwards' ? kept.slice(from) : kept.slice(0, from + 1).reverse();
    for (const event of page.slice(0, count)) yield event;
  }

  override async head(): Promise<Position> {
    await this.schedule.turn(this.life);
    return this.log.head;
  }

  override async headAt(): Promise<Date | undefined> {
    await this.schedule.turn(this.life);
    return this.log.headAt;
  }

  override subscribe(options: SubscriptionOptions): StoreReader {
    const reading = { isOver: false };
    const ended = this.follow(options, reading).catch((error: unknown) => options.onFailure(error));
    return {
      stop: () => {
        reading.isOver = true;
        return ended;
      },
    };
  }

  override close(): Promise<void> {
    return Promise.resolve();
  }

  private async follow({ from, streamPrefixes, onBatch }: SubscriptionOptions, reading: Life): Promise<void> {
    let position = from;
    for (;;) {
      const page = this.log.after(position, 1 + this.random.int(this.faults.batchMax));
      const last = page.at(-1);
      if (last) {
        const events = page.filter(({ stream }) => streamPrefixes.some((prefix) => stream.startsWith(prefix)));
        position = last.position;
        await onBatch({ events, position });
      } else {
        await this.moreOrOver(reading);
      }
      await this.schedule.turn(this.life);
      if (reading.isOver) return;
    }
  }

  /** Looks from time to time, because stopping a subscription waits for it. */
  private async moreOrOver(reading: Life): Promise<void> {
    const { head } = this.log;
    while (this.log.head === head && !reading.isOver) {
      const { over, wake } = this.schedule.sleep(this.life, LOOK_MS);
      this.log.listen(wake);
      await over;
    }
  }

  private commitOne(): void {
    const ready = this.waiting.filter((pending, index) => this.isReady(pending, index));
    if (ready.length === 0) return;
    const pending = this.random.pick(ready);
    this.waiting.splice(this.waiting.indexOf(pending), 1);
    const { stream, events } = pending.append;
    const fate = this.random.int(100);
    const { refused, lost } = this.faults;
    const isRefused = fate < refused || (this.life.isOver && fate % 2 === 0);
    if (isRefused) return this.settle(pending, new EventStoreUnavailable('refused'));
    const outcome = this.log.append(stream, pending.expected, events);
    this.settle(pending, fate < refused + lost ? new EventStoreUnavailable('lost') : outcome);
  }

  private isReady({ append, restsOn }: PendingAppend, index: number): boolean {
    const isFirst = this.waiting.findIndex((other) => other.append.stream === append.stream) === index;
    return isFirst && restsOn.every(({ outcome }) => outcome !== undefined);
  }

  /** The outcome counts at once, also for dependent appends. Waiters hear of it later. */
  private settle(pending: PendingAppend, outcome: AppendResult | Error): void {
    pending.outcome = outcome;
    if (outcome instanceof Error) {
      const fallen = this.waiting.filter(({ restsOn }) => restsOn.includes(pending));
      this.waiting = this.waiting.filter((one) => !fallen.includes(one));
      for (const one of fallen) this.settle(one, lostWith(one.append.stream, outcome));
    }
    void this.schedule.turn(this.life).then(() => {
      if (outcome instanceof Error) pending.answer.reject(outcome);
      else pending.answer.resolve(outcome);
    });
  }
}

/** Messages between a process and the store outlive the process. */
const NETWORK: Life = { isOver: false };

const lostWith = (stream: string, failure: Error): PredecessorLost =>
  new PredecessorLost(stream, failure instanceof PredecessorLost ? failure.cause : failure);
