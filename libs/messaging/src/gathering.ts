import { setTimeout as delay } from 'node:timers/promises';

/**
 * How long after a page began the next one does, by how many events it had: a busy topic costs few transactions, and what
 * happens in a calm one is told within milliseconds.
 */
const GATHER_MS = { min: 10, perEvent: 0.75, max: 80 };

/** Waits until the next page may begin. */
export async function gather(events: number, beganMs: number): Promise<void> {
  const wantedMs = Math.min(GATHER_MS.max, Math.max(GATHER_MS.min, events * GATHER_MS.perEvent));
  const leftMs = beganMs + wantedMs - performance.now();
  if (leftMs > 0) await delay(leftMs);
}
