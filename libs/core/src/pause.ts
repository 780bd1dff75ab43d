import type { Scheduler } from './scheduler.js';

/** Keeps the process alive, unlike `TimerScheduler`: somebody waits. */
const waiting: Scheduler = {
  after: (delayMs, job) => {
    const timer = setTimeout(job, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Waits for a time, or until the signal aborts; the signal tells which. */
export function pause(delayMs: number, signal?: AbortSignal, scheduler = waiting): Promise<void> {
  if (signal?.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const end = (): void => {
      cancel();
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const cancel = scheduler.after(delayMs, end);
    signal?.addEventListener('abort', end);
  });
}

/** Waits until the signal aborts. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
