import { Clock, Scheduler } from '@halyard/core';
import { type Log } from '@halyard/observability';

export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

interface Job {
  readonly at: number;
  readonly run: () => void;
}

/** Time that stands still until a test moves it. It is clock and timers in one. */
export class ManualTime extends Scheduler {
  private ms = Date.UTC(2026, 0, 5);
  private readonly jobs = new Set<Job>();
  readonly clock: Clock = new ManualClock(() => new Date(this.ms));

  after(delayMs: number, run: () => void): () => void {
    const job = { at: this.ms + delayMs, run };
    this.jobs.add(job);
    return () => this.jobs.delete(job);
  }

  /** Milliseconds until the next timer; undefined if there is no timer. */
  get nextInMs(): number | undefined {
    const next = Math.min(...[...this.jobs].map(({ at }) => at));
    return Number.isFinite(next) ? next - this.ms : undefined;
  }

  pass(ms: number): void {
    this.ms += ms;
    for (const job of this.jobs) {
      if (job.at > this.ms) continue;
      this.jobs.delete(job);
      job.run();
    }
  }
}

class ManualClock extends Clock {
  constructor(private readonly read: () => Date) {
    super();
  }
  now = (): Promise<Date> => Promise.resolve(this.read());
  system = (): Date => this.read();
}
