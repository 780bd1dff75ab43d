import { pause, type Scheduler } from '@halyard/core';

/**
 * The copies of a process take their pages one after the other, and rest after each page for as long as it took. So they
 * use at most half of a thread and half of a connection, however many there are, and what serves stays fast meanwhile.
 */
export class CopyTurns {
  private free: Promise<void> = Promise.resolve();

  constructor(private readonly scheduler?: Scheduler) {}

  /** @throws what taking the page throws; the next copy has its turn nevertheless */
  async take(page: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = this.free;
    this.free = promise;
    await before;
    const beganMs = performance.now();
    try {
      await page();
    } finally {
      void pause(performance.now() - beganMs, undefined, this.scheduler).then(resolve);
    }
  }
}
