/** Counts the requests that are being answered, so that a stop can finish them. */
export class InFlight {
  private count = 0;
  private draining = false;
  private readonly stop = new AbortController();
  private readonly waiting = new Set<() => void>();

  get isDraining(): boolean {
    return this.draining;
  }

  /** Aborted once a stop has begun. Endless answers then end. */
  get stopping(): AbortSignal {
    return this.stop.signal;
  }

  get unanswered(): number {
    return this.count;
  }

  enter(): void {
    this.count += 1;
  }

  leave(): void {
    this.count -= 1;
    if (this.count === 0) for (const idle of this.waiting) idle();
  }

  beginDrain(): void {
    this.draining = true;
    this.stop.abort();
  }

  /** Waits until every request is answered, but at most `timeoutMs`. @returns how many are still unanswered */
  async drain(timeoutMs: number): Promise<number> {
    this.beginDrain();
    if (this.count === 0) return 0;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        this.waiting.delete(end);
        resolve();
      };
      const timer = setTimeout(end, timeoutMs);
      this.waiting.add(end);
    });
    return this.count;
  }
}
