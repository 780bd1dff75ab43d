import { atMost, DomainError } from '@halyard/core';
import { LRUCache } from 'lru-cache';

export interface RequestAllowance {
  readonly limit: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

const WINDOW_MS = 60_000;
const CALLERS_MAX = 100_000;

export class LimitExceeded extends DomainError {
  constructor(readonly allowance: RequestAllowance) {
    super('TooManyRequests', { retryAfterSeconds: allowance.resetSeconds });
  }
}

/** Counts requests in windows of a minute, in this process only. */
export class RequestLimiter {
  private window = 0;
  private readonly counts = new LRUCache<string, { used: number }>(atMost(CALLERS_MAX));

  constructor(private readonly limit: number) {}

  /** @throws LimitExceeded */
  count(caller: string, nowMs: number): RequestAllowance {
    const window = Math.floor(nowMs / WINDOW_MS);
    if (window !== this.window) {
      this.window = window;
      this.counts.clear();
    }
    const count = this.counts.get(caller) ?? { used: 0 };
    count.used += 1;
    this.counts.set(caller, count);

    const resetSeconds = Math.ceil(((window + 1) * WINDOW_MS - nowMs) / 1000);
    const allowance = { limit: this.limit, remaining: Math.max(0, this.limit - count.used), resetSeconds };
    if (count.used > this.limit) throw new LimitExceeded(allowance);
    return allowance;
  }
}
