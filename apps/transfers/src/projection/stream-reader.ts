import { keepRunning } from '@halyard/background';
import type { Scheduler } from '@halyard/core';
import type { EventStore, Position, StoreReader, SubscriptionBatch } from '@halyard/event-store';

/** Work that one process of the service does for all. */
export interface Runner {
  start(): void;
  /** Resolves once none of its work is under way. */
  stop(): Promise<void>;
}

interface StreamReaderOptions {
  readonly streamPrefixes: readonly string[];
  /** The position to begin at, asked at every start and restart. Undefined if there is nothing to read. */
  readonly from: () => Promise<Position | undefined>;
  /** @returns whether to continue */
  readonly onBatch: (batch: SubscriptionBatch) => Promise<boolean>;
  readonly onFailure: (error: unknown) => void;
  readonly scheduler?: Scheduler;
}

const RETRY_MS = { first: 50, max: 5_000 };

/**
 * A subscription that restarts after every failure, until it is stopped or done. The store sends no events while a
 * batch is handled, so that at most one batch is in memory, however slow the handler is.
 */
export class StreamReader implements Runner {
  private running: { readonly stopping: AbortController; readonly ended: Promise<void> } | undefined;
  private isDue = false;
  private endSubscription = (): void => undefined;

  constructor(
    private readonly store: EventStore,
    private readonly options: StreamReaderOptions,
  ) {}

  /** Finishes the work under way, then asks again where to begin. */
  start(): void {
    this.isDue = true;
    this.endSubscription();
    if (this.running) return;
    const stopping = new AbortController();
    this.running = { stopping, ended: this.run(stopping.signal) };
  }

  async stop(): Promise<void> {
    const { running } = this;
    if (!running) return;
    running.stopping.abort();
    await running.ended;
  }

  private async run(stopping: AbortSignal): Promise<void> {
    const { onFailure, scheduler } = this.options;
    const work = (onProgress: () => void) => this.readWhileDue(stopping, onProgress);
    await keepRunning(work, { signal: stopping, backoff: RETRY_MS, onFailure, scheduler });
    this.running = undefined;
  }

  private async readWhileDue(stopping: AbortSignal, onProgress: () => void): Promise<void> {
    do {
      this.isDue = false;
      await this.read(stopping, onProgress);
    } while (this.isDue && !stopping.aborted);
  }

  /** Rejects with the error that ended the subscription, unless it was stopped. */
  private async read(stopping: AbortSignal, onProgress: () => void): Promise<void> {
    const from = await this.options.from();
    if (from === undefined || stopping.aborted) return;
    let subscription: StoreReader | undefined;
    let isOver = this.isDue;
    try {
      await new Promise<void>((resolve, reject) => {
        const end = (): void => {
          isOver = true;
          resolve();
        };
        stopping.addEventListener('abort', end, { once: true });
        this.endSubscription = end;
        if (isOver) return end();
        subscription = this.store.subscribe({
          from,
          streamPrefixes: this.options.streamPrefixes,
          onBatch: async (batch) => {
            if (isOver) return;
            const goesOn = await this.options.onBatch(batch);
            onProgress();
            if (!goesOn) end();
          },
          onFailure: reject,
        });
      });
    } finally {
      await subscription?.stop();
    }
  }
}
