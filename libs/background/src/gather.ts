import { pause, type Scheduler } from '@halyard/core';

/** How long events are gathered. The time grows with the number of events in the last page, between two bounds. */
export interface GatherTimes {
  readonly minMs: number;
  readonly perEventMs: number;
  readonly maxMs: number;
}

interface GatherOptions {
  /** When the wait began, by `performance.now()`; by default it begins now. */
  readonly beganMs?: number;
  readonly signal?: AbortSignal;
  readonly scheduler?: Scheduler;
}

/**
 * Waits before the next page of events. The more events the last page had, the longer it waits. So a busy source needs
 * few transactions, and events of a calm source are seen almost at once.
 */
export function gather(
  events: number,
  { minMs, perEventMs, maxMs }: GatherTimes,
  { beganMs, signal, scheduler }: GatherOptions = {},
): Promise<void> {
  const wantedMs = Math.min(maxMs, Math.max(minMs, events * perEventMs));
  const leftMs = beganMs === undefined ? wantedMs : beganMs + wantedMs - performance.now();
  return leftMs > 0 ? pause(leftMs, signal, scheduler) : Promise.resolve();
}
