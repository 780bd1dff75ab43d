/** Runs something later. A port, so that tests need not wait. */
export abstract class Scheduler {
  /** Calls `job` once after `delayMs`. @returns cancels it */
  abstract after(delayMs: number, job: () => void): () => void;
}

/** The longest delay of a timer: a longer one would fire at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/**
 * Timers of the process. They do not keep it alive; a delay in the past fires at once, a long one after 24 days at the
 * latest.
 */
export class TimerScheduler extends Scheduler {
  after(delayMs: number, job: () => void): () => void {
    const timer = setTimeout(job, Math.max(0, Math.min(delayMs, TIMER_MS_MAX))).unref();
    return () => clearTimeout(timer);
  }
}
