import { pause, type Scheduler } from '@halyard/core';

/** How long events gather, by the number of those before them. */
export interface Gathering {
  readonly minMs: number;
  readonly perEventMs: number;
  readonly maxMs: number;
}

interface GatherOptions {
  /** By `performance.now()`: from when the time counts; by default from now. */
  readonly beganMs?: number;
  /** Ends the wait. */
  readonly signal?: AbortSignal;
  readonly scheduler?: Scheduler;
}

/**
 * Waits while the events of the next page gather, after a page of so many: a busy source then needs few transactions,
 * and what happens in a calm one is seen at once.
 */
export function gather(
  events: number,
  { minMs, perEventMs, maxMs }: Gathering,
  { beganMs, signal, scheduler }: GatherOptions = {},
): Promise<void> {
  const wantedMs = Math.min(maxMs, Math.max(minMs, events * perEventMs));
  const leftMs = beganMs === undefined ? wantedMs : beganMs + wantedMs - performance.now();
  return leftMs > 0 ? pause(leftMs, signal, scheduler) : Promise.resolve();
}
