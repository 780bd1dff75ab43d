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

/** Writes down outcomes, those together that came while the last ones were being written. */
export class OutcomeLog {
  private waiting: Attempt[] = [];
  private writing?: Promise<void>;
  private closing = false;

  constructor(private readonly options: OutcomeLogOptions) {}

  add(attempt: Attempt): void {
    this.waiting.push(attempt);
    this.writing ??= this.write().finally(() => {
      this.writing = undefined;
    });
  }

  /** Resolves once all is written, or has failed once more: what is not written will be sent again. */
  async close(): Promise<void> {
    this.closing = true;
    await this.writing;
  }

  private async write(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, BATCH_MAX);
      try {
        await this.options.settle(batch);
        this.options.onWritten(batch);
      } catch (error) {
        this.options.onFailure(error);
        if (this.closing) return;
        this.waiting.unshift(...batch);
        await pause(this.options.pauseAfterFailureMs);
      }
    }
  }
}
