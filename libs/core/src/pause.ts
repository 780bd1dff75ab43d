import type { Scheduler } from './scheduler.js';

/** A scheduler that keeps the process alive, unlike `TimerScheduler`, because somebody waits. */
const waiting: Scheduler = {
  after: (delayMs, job) => {
    const timer = setTimeout(job, delayMs);
    return () => clearTimeout(timer);
  },
};

/** Waits. If the signal aborts, it resolves early; callers look at the signal to know. */
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

export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
