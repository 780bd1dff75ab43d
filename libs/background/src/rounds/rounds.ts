import type { Backoff, Scheduler } from '@halyard/core';
import { keepRunning } from '../keep-running.js';
import { Wakeup } from './wakeup.js';

export interface RoundsOptions {
  /** @returns milliseconds until the next round unless woken; undefined: until woken */
  readonly round: (signal: AbortSignal) => Promise<number | undefined>;
  /** A round failed, for the `failures`-th time in a row, and will be repeated. */
  readonly onFailure: (error: unknown, failures: number) => void;
  readonly scheduler: Scheduler;
  /** The pauses after failures. */
  readonly failedMs?: Backoff;
}

const FAILED_MS = { first: 100, max: 5_000 };

/**
 * Runs work in rounds: one at a time, the next when it is due or when woken, and after increasing pauses while it
 * fails.
 */
export class Rounds {
  private readonly wakeup: Wakeup;

  constructor(private readonly options: RoundsOptions) {
    this.wakeup = new Wakeup(options.scheduler);
  }

  /** Makes a round begin after this call. A round that waits after a failure is not brought forward. */
  readonly wake = (): void => this.wakeup.ring();

  /** Ends soon after the signal aborts, once the current round is over. */
  async run(signal: AbortSignal): Promise<void> {
    const { onFailure, scheduler, failedMs = FAILED_MS } = this.options;
    signal.addEventListener('abort', this.wake, { once: true });
    const work = (onProgress: () => void) => this.roundAfterRound(signal, onProgress);
    await keepRunning(work, { signal, backoff: failedMs, onFailure, scheduler });
  }

  private async roundAfterRound(signal: AbortSignal, onProgress: () => void): Promise<void> {
    while (!signal.aborted) {
      this.wakeup.reset();
      const waitMs = await this.options.round(signal);
      onProgress();
      if (waitMs !== 0 && !signal.aborted) await this.wakeup.wait(waitMs);
    }
  }
}
