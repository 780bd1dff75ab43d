import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '@halyard/core';

const PAUSE_MIN_MS = 10;
const PAUSE_MAX_MS = 250;

/** Limits how long one call is repeated, counted from its first failure, and paces the attempts. */
export class Retries {
  private count = 0;
  private sinceMs: number | undefined;

  constructor(
    private readonly retryForMs: number,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Waits before the next attempt: not at all before the first, then longer each time, with full jitter, so that
   * callers do not come back in one wave.
   *
   * @throws DomainError ServiceUnavailable when it is time to give up
   */
  async next(cause: unknown): Promise<void> {
    this.sinceMs ??= performance.now();
    if (performance.now() - this.sinceMs > this.retryForMs) throw new DomainError('ServiceUnavailable', { cause });
    const ceilingMs = this.count === 0 ? 0 : Math.min(PAUSE_MAX_MS, PAUSE_MIN_MS * 2 ** this.count);
    this.count += 1;
    if (ceilingMs === 0) return;
    try {
      await pause(Math.random() * ceilingMs, undefined, { signal: this.signal });
    } catch {
      throw new DomainError('ServiceUnavailable', { cause });
    }
  }
}
