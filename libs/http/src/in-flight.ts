/** Counts the requests that are being answered, so that a stop can finish what is in flight and accept nothing new. */
export class InFlight {
  private count = 0;
  private stopping = false;
  private readonly waiting = new Set<() => void>();

  /** @returns false once draining has begun: the request must be turned away, and `leave` must not be called for it */
  enter(): boolean {
    if (this.stopping) return false;
    this.count += 1;
    return true;
  }

  leave(): void {
    this.count -= 1;
    if (this.count === 0) for (const idle of this.waiting) idle();
  }

  /**
   * Turns new requests away and waits until the last of the others is answered, at most `timeoutMs`.
   *
   * @returns how many were still unanswered then
   */
  async drain(timeoutMs: number): Promise<number> {
    this.stopping = true;
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
