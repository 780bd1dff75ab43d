import { pause, type Scheduler } from '@halyard/core';

/** The time to gather events grows with the number of events before them. */
export interface GatherTimes {
  readonly minMs: number;
  readonly perEventMs: number;
  readonly maxMs: number;
}

interface GatherOptions {
  /** The wait counts from here, by `performance.now()`; by default from now. */
  readonly beganMs?: number;
  readonly signal?: AbortSignal;
  readonly scheduler?: Scheduler;
}

/**
 * Waits for the next page of events. The wait grows with the last page, so that a busy source needs few transactions,
 * and events of a calm source are seen at once.
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
