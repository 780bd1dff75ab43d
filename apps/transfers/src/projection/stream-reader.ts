import { setTimeout as delay } from 'node:timers/promises';
import type { EventStore, Position, Subscription, SubscriptionBatch } from '@halyard/event-store';

/** Work that one process of the service does for all of them. */
export interface Runner {
  start(): void;
  /** Resolves once nothing of it is under way. */
  stop(): Promise<void>;
}

export interface StreamReaderOptions {
  readonly streamPrefixes: readonly string[];
  /** Where to begin; asked at every beginning, also after a failure. */
  readonly from: () => Promise<Position>;
  readonly onBatch: (batch: SubscriptionBatch) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** How long events gather after a batch, so that a busy store costs few transactions. */
const GATHER_MS = 20;
const RETRY_MS_MIN = 50;
const RETRY_MS_MAX = 5_000;

/** A subscription that begins again from its checkpoint after every failure, until it is stopped. */
export class StreamReader implements Runner {
  private running: { readonly stopping: AbortController; readonly ended: Promise<void> } | undefined;
  private gathering: AbortController | undefined;
  private endSubscription = (): void => undefined;

  constructor(
    private readonly store: EventStore,
    private readonly options: StreamReaderOptions,
  ) {}

  get isRunning(): boolean {
    return this.running !== undefined;
  }

  start(): void {
    if (this.running) return;
    const stopping = new AbortController();
    this.running = { stopping, ended: this.run(stopping.signal) };
  }

  async stop(): Promise<void> {
    const { running } = this;
    if (!running) return;
    running.stopping.abort();
    await running.ended;
    this.running = undefined;
  }

  /** Once what is under way is done, asks again where to begin; does nothing where it does not run. */
  beginAgain(): void {
    this.endSubscription();
    this.hurry();
  }

  /** Somebody waits for what comes next: no gathering now. */
  hurry(): void {
    this.gathering?.abort();
  }

  private async run(stopping: AbortSignal): Promise<void> {
    let retryMs = RETRY_MS_MIN;
    while (!stopping.aborted) {
      try {
        await this.readUntilStopped(stopping, () => (retryMs = RETRY_MS_MIN));
      } catch (error) {
        if (stopping.aborted) return;
        this.options.onFailure(error);
        // Rejects when it is stopped meanwhile; then the loop ends.
        await delay(retryMs, undefined, { signal: stopping }).catch(() => undefined);
        retryMs = Math.min(retryMs * 2, RETRY_MS_MAX);
      }
    }
  }

  /** Rejects with what ended the subscription, unless that was the stopping. */
  private async readUntilStopped(stopping: AbortSignal, onProgress: () => void): Promise<void> {
    const from = await this.options.from();
    if (stopping.aborted) return;
    let subscription: Subscription | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        stopping.addEventListener('abort', () => resolve(), { once: true });
        this.endSubscription = resolve;
        subscription = this.store.subscribe({
          from,
          streamPrefixes: this.options.streamPrefixes,
          onBatch: async (batch) => {
            await this.options.onBatch(batch);
            onProgress();
            await this.gather(stopping);
          },
          onFailure: reject,
        });
      });
    } finally {
      await subscription?.stop();
    }
  }

  private async gather(stopping: AbortSignal): Promise<void> {
    this.gathering = new AbortController();
    const signal = AbortSignal.any([stopping, this.gathering.signal]);
    await delay(GATHER_MS, undefined, { signal }).catch(() => undefined);
  }
}
