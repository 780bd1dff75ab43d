import type { Backoff, Scheduler } from '@halyard/core';
import { keepRunning } from '../keep-running.js';
import { Wakeup } from './wakeup.js';

export interface RoundsOptions {
  /** Does one round. @returns milliseconds until the next round; undefined to wait until woken */
  readonly round: (signal: AbortSignal) => Promise<number | undefined>;
  /** Called after each failed round, before it is repeated, with the number of failures in a row. */
  readonly onFailure: (error: unknown, failures: number) => void;
  readonly scheduler: Scheduler;
  readonly failedMs?: Backoff;
}

const FAILED_MS = { first: 100, max: 5_000 };

/**
 * Runs rounds of work. The next round begins when it is due or somebody wakes it. While rounds fail, it begins after a
 * pause that grows.
 */
export class Rounds {
  private readonly wakeup: Wakeup;

  constructor(private readonly options: RoundsOptions) {
    this.wakeup = new Wakeup(options.scheduler);
  }

  /** Makes a round begin. It does not cut short the pause after a failure. */
  readonly wake = (): void => this.wakeup.ring();

  /** Runs rounds until the signal aborts, and ends once the current round is over. */
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
