import { backoffMs } from '@halyard/core';
import { pause } from './pausing.js';
import type { Scheduler } from './scheduler.js';
import { Wakeup } from './wakeup.js';

export interface RoundsOptions {
  /** @returns for how many milliseconds to wait for the next round unless woken; undefined: until woken */
  readonly round: (signal: AbortSignal) => Promise<number | undefined>;
  /** A round failed, for the so-manieth time in a row, and is made again. */
  readonly onFailure: (error: unknown, failures: number) => void;
  readonly scheduler: Scheduler;
}

const FAILED_MS = { first: 100, max: 5_000 };

/** Work that is done in rounds: one at a time, the next when it is due or somebody calls, and later and later as it fails. */
export class Rounds {
  private readonly wakeup: Wakeup;

  constructor(private readonly options: RoundsOptions) {
    this.wakeup = new Wakeup(options.scheduler);
  }

  /** There is something to do: a round begins after this call. One that is put off by a failure stays so. */
  readonly wake = (): void => this.wakeup.ring();

  /** Ends soon after the signal aborts, once the round under way is over. */
  async run(signal: AbortSignal): Promise<void> {
    const { round, onFailure, scheduler } = this.options;
    signal.addEventListener('abort', this.wake, { once: true });
    let failures = 0;
    while (!signal.aborted) {
      this.wakeup.reset();
      try {
        const waitMs = await round(signal);
        failures = 0;
        if (waitMs !== 0 && !signal.aborted) await this.wakeup.wait(waitMs);
      } catch (error) {
        failures += 1;
        onFailure(error, failures);
        await pause(scheduler, backoffMs(failures, FAILED_MS), signal);
      }
    }
  }
}
