import type { Scheduler } from '@halyard/core';

/** A wake-up that is remembered if it comes before anyone waits. */
export class Wakeup {
  private rung = false;
  private notify: (() => void) | undefined;

  constructor(private readonly scheduler: Scheduler) {}

  ring(): void {
    this.rung = true;
    this.notify?.();
  }

  reset(): void {
    this.rung = false;
  }

  /** Waits until it is rung, or for a time. */
  async wait(timeoutMs?: number): Promise<void> {
    if (this.rung) return;
    await new Promise<void>((resolve) => {
      const cancel = timeoutMs === undefined ? undefined : this.scheduler.after(timeoutMs, resolve);
      this.notify = () => {
        cancel?.();
        resolve();
      };
    });
    this.notify = undefined;
  }
}
