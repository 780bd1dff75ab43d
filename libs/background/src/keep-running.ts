import { type Backoff, backoffMs, pause, type Scheduler } from '@halyard/core';

interface KeepRunningOptions {
  readonly signal: AbortSignal;
  readonly backoff: Backoff;
  /** Called after each failure, before the next run, with the number of failures in a row. */
  readonly onFailure: (error: unknown, failures: number) => void;
  readonly scheduler?: Scheduler;
}

/**
 * Runs work that goes on until it fails, such as a subscription. After a failure it waits, longer each time, and runs
 * the work again. When the work makes progress, failures are counted anew. Failures after the signal has aborted are
 * neither reported nor retried.
 *
 * @returns the work's result if it ended by itself; undefined once the signal has aborted
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
