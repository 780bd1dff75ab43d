/** Runs jobs later. A port, so that tests need not wait. */
export abstract class Scheduler {
  /** @returns a function that cancels the job */
  abstract after(delayMs: number, job: () => void): () => void;
}

/** A timer with a longer delay would fire at once. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** These timers do not keep the process alive. A past delay fires at once, a long one after 24 days at the latest. */
export class TimerScheduler extends Scheduler {
  after(delayMs: number, job: () => void): () => void {
    const timer = setTimeout(job, Math.max(0, Math.min(delayMs, TIMER_MS_MAX))).unref();
    return () => clearTimeout(timer);
  }
}
