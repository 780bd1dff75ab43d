/** Runs something later. A port, so that tests need not wait. */
export abstract class Scheduler {
  /** Calls `job` once after `delayMs`; the answer calls it off. */
  abstract after(delayMs: number, job: () => void): () => void;
}

/** Timers of the process; they do not keep it alive. */
export class TimerScheduler extends Scheduler {
  after(delayMs: number, job: () => void): () => void {
    const timer = setTimeout(job, delayMs).unref();
    return () => clearTimeout(timer);
  }
}
