import { type Backoff, backoffMs, pause, type Scheduler } from '@halyard/core';

interface KeepRunningOptions {
  readonly signal: AbortSignal;
  /** The pauses after failures. */
  readonly backoff: Backoff;
  /** It failed, for the `failures`-th time in a row, and will run again. */
  readonly onFailure: (error: unknown, failures: number) => void;
  readonly scheduler?: Scheduler;
}

/**
 * Runs work that continues until it fails, such as a subscription, and runs it again after increasing pauses. Failures
 * are counted since its last progress. What fails after the signal has aborted is neither reported nor repeated.
 *
 * @returns what the work returned when it ended by itself; undefined once the signal has aborted
 */
export async function keepRunning<Result>(
  work: (onProgress: () => void) => Promise<Result>,
  { signal, backoff, onFailure, scheduler }: KeepRunningOptions,
): Promise<Result | undefined> {
  let failures = 0;
  while (!signal.aborted) {
    try {
      return await work(() => (failures = 0));
    } catch (error) {
      if (signal.aborted) break;
      failures += 1;
      onFailure(error, failures);
      await pause(backoffMs(failures, backoff), signal, scheduler);
    }
  }
  return undefined;
}
