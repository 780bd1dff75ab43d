import type { Scheduler } from '@halyard/core';

/** Lets one caller wait until another rings. It remembers a ring that comes before anyone waits. */
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
