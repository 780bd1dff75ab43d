/** Runs jobs later. It is a port, so that tests need not wait. */
export abstract class Scheduler {
  /** @returns a function that cancels the job */
  abstract after(delayMs: number, job: () => void): () => void;
}

/** The longest delay of a timer. With a longer one, the timer would fire at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/**
 * Runs jobs by timers that don't keep the process alive. A job in the past runs at once, and a far one after 24 days at
 * the latest.
 */
export class TimerScheduler extends Scheduler {
  after(delayMs: number, job: () => void): () => void {
    const timer = setTimeout(job, Math.max(0, Math.min(delayMs, TIMER_MS_MAX))).unref();
    return () => clearTimeout(timer);
  }
}
