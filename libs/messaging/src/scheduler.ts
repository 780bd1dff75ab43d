/** Runs something later. A port, so that tests need not wait. */
export abstract class Scheduler {
  /** Calls `job` once after `delayMs`; the answer calls it off. */
  abstract after(delayMs: number, job: () => void): () => void;
}

/** The longest that a timer can wait: one for longer would fire at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** Timers of the process; they do not keep it alive, fire at once where the time is past, and after 24 days at the latest. */
export class TimerScheduler extends Scheduler {
  after(delayMs: number, job: () => void): () => void {
    const timer = setTimeout(job, Math.max(0, Math.min(delayMs, TIMER_MS_MAX))).unref();
    return () => clearTimeout(timer);
  }
}
