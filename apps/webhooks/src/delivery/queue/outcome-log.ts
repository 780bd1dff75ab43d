import { setTimeout as pause } from 'node:timers/promises';
import type { Attempt } from '../delivery.js';

export interface OutcomeLogOptions {
  readonly settle: (attempts: readonly Attempt[]) => Promise<void>;
  readonly onWritten: (attempts: readonly Attempt[]) => void;
  readonly onFailure: (error: unknown) => void;
  readonly pauseAfterFailureMs: number;
}

/** Attempts in one statement at most: what piles up behind a slow database goes in several. */
const BATCH_MAX = 1_000;
/** For how long outcomes gather after a batch: nothing that goes well waits for them. */
const GATHER_MS = 10;

/** Writes down outcomes, those together that came while the last ones were being written and a moment after. */
export class OutcomeLog {
  private waiting: Attempt[] = [];
  private writing?: Promise<void>;
  private readonly closing = new AbortController();

  constructor(private readonly options: OutcomeLogOptions) {}

  add(attempt: Attempt): void {
    this.waiting.push(attempt);
    this.writing ??= this.write().finally(() => {
      this.writing = undefined;
    });
  }

  /** Resolves once all is written, or has failed once more: what is not written will be sent again. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.writing;
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH_MAX);
      try {
        await this.options.settle(batch);
        this.options.onWritten(batch);
        if (this.waiting.length < BATCH_MAX) await this.gather();
      } catch (error) {
        this.options.onFailure(error);
        if (this.closing.signal.aborted) return;
        this.waiting.unshift(...batch);
        await pause(this.options.pauseAfterFailureMs);
      }
    }
  }

  private async gather(): Promise<void> {
    await pause(GATHER_MS, undefined, { signal: this.closing.signal }).catch(() => undefined);
  }
}
