/** The longest that a timer can wait. */
const TIMER_MS_MAX = 2 ** 31 - 1;

/** What a loop sleeps on: it wakes when it is called, even just before it falls asleep, or when its time has come. */
export class WakeUp {
  private called = false;
  private wake?: () => void;

  now(): void {
    this.called = true;
    this.wake?.();
  }

  /** Until `time`, or for ever where there is none. */
  until(time: Date | undefined, now: Date): Promise<void> {
    return this.sleep(time && Math.max(0, time.getTime() - now.getTime()));
  }

  after(ms: number): Promise<void> {
    return this.sleep(ms);
  }

  private async sleep(ms: number | undefined): Promise<void> {
    if (!this.called) {
      await new Promise<void>((resolve) => {
        const timer = ms === undefined ? undefined : setTimeout(resolve, Math.min(ms, TIMER_MS_MAX));
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.called = false;
    this.wake = undefined;
  }
}
