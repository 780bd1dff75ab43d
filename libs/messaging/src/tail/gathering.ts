import { setTimeout as delay } from 'node:timers/promises';

/**
 * How long after the start of a page the next one starts, by its number of events: a busy topic needs few transactions,
 * and a calm one is read within milliseconds.
 */
const GATHER_MS = { min: 10, perEvent: 0.75, max: 80 };

/** Waits until the next page may begin. */
export async function gather(events: number, beganMs: number): Promise<void> {
  const wantedMs = Math.min(GATHER_MS.max, Math.max(GATHER_MS.min, events * GATHER_MS.perEvent));
  const leftMs = beganMs + wantedMs - performance.now();
  if (leftMs > 0) await delay(leftMs);
}
