import type { Scheduler } from './scheduler.js';

/** Waits for a time, or until the signal aborts. */
export function pause(scheduler: Scheduler, delayMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = scheduler.after(delayMs, end);
    signal.addEventListener('abort', end);
  });
}

export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
