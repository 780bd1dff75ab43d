import { pause } from '@halyard/core';
import type { Position, StoredEvent, StoreReader, SubscriptionBatch, SubscriptionOptions } from './event-store.js';
import { EventStoreUnavailable } from './event-store.js';

export interface EventLog {
  /** Waits until the head is beyond a position. @returns the head; undefined once the signal has aborted */
  beyond(position: Position, signal: AbortSignal): Promise<Position | undefined>;
  /**
   * Reads events after `from` and up to `to`, of streams with one of the prefixes. It gives `limit` of them, or more to
   * complete a commit.
   */
  window(
    from: Position,
    to: Position,
    streamPrefixes: readonly string[],
    limit: number,
  ): Promise<readonly StoredEvent[]>;
}

const PAGE_EVENTS = 500;
/** How many positions a page covers at most. A filter with few matches would otherwise read on for long. */
const PAGE_POSITIONS = 10_000n;
const RETRY_MS = 250;

export class CatchUpSubscription implements StoreReader {
  private readonly stopping = new AbortController();
  /** Resolves once no batch is being handled, and no other will be. */
  readonly ended: Promise<void>;

  constructor(
    private readonly log: EventLog,
    private readonly options: SubscriptionOptions,
  ) {
    this.ended = this.run();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.ended;
  }

  private async run(): Promise<void> {
    let position = this.options.from;
    try {
      for (;;) {
        const batch = await this.next(position);
        if (!batch) return;
        await this.options.onBatch(batch);
        position = batch.position;
      }
    } catch (error) {
      this.options.onFailure(error);
    }
  }

  /** Waits for the next batch, however long the store is unavailable. @returns undefined once stopped */
  private async next(position: Position): Promise<SubscriptionBatch | undefined> {
    const { signal } = this.stopping;
    for (;;) {
      const head = await this.log.beyond(position, signal);
      if (head === undefined) return undefined;
      try {
        const batch = await this.page(position, head);
        return signal.aborted ? undefined : batch;
      } catch (error) {
        if (!(error instanceof EventStoreUnavailable)) throw error;
        await pause(RETRY_MS, signal);
      }
    }
  }

  private async page(from: Position, head: Position): Promise<SubscriptionBatch> {
    const bound = from + PAGE_POSITIONS;
    const to = head < bound ? head : bound;
    const events = await this.log.window(from, to, this.options.streamPrefixes, PAGE_EVENTS);
    const last = events.length < PAGE_EVENTS ? undefined : events.at(-1);
    return { events, position: last?.position ?? to };
  }
}
