import { backoffMs, DomainError, pause } from '@halyard/core';

const PAUSE_MS = { first: 20, max: 250 };

/** Paces the attempts of one call, and limits for how long after the first failure it is repeated. */
export class Retries {
  private count = 0;
  private sinceMs: number | undefined;

  constructor(
    private readonly retryForMs: number,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Waits before the next attempt. The first repeat comes at once. Later waits grow, with full jitter, so that callers
   * do not come back in one wave.
   *
   * @throws DomainError ServiceUnavailable when it is time to give up
   */
  async next(cause: unknown): Promise<void> {
    this.sinceMs ??= performance.now();
    if (performance.now() - this.sinceMs > this.retryForMs) throw new DomainError('ServiceUnavailable', { cause });
    this.count += 1;
    if (this.count === 1) return;
    await pause(Math.random() * backoffMs(this.count - 1, PAUSE_MS), this.signal);
    if (this.signal.aborted) throw new DomainError('ServiceUnavailable', { cause });
  }
}
