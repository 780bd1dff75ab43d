import { serverOf } from '../database/databases.js';
import { serverTime } from '../database/server.query.js';
import { type Finding, findingOf } from '../finding.js';
import type { ExaminedInstallation } from '../installation.js';

/** The time of a server, with the moments before and after it was asked, by the clock of this machine. */
export interface ClockReading {
  readonly server: string;
  readonly serverMs: number;
  readonly beforeMs: number;
  readonly afterMs: number;
}

const OFF_MS_MAX = 1_000;

/** Finds a clock that is off by more than a second, however long the answer took. */
export function clockFault({ server, serverMs, beforeMs, afterMs }: ClockReading): Finding | undefined {
  const ahead = beforeMs - serverMs;
  const behind = serverMs - afterMs;
  const off = Math.max(ahead, behind);
  if (off <= OFF_MS_MAX) return undefined;
  const direction = ahead > behind ? 'ahead of' : 'behind';
  return findingOf('clock-off', { seconds: (off / 1_000).toFixed(1), direction, server });
}

/**
 * Finds that a server has recorded something in the future, by the clock of this machine. All other differences between
 * the two clocks stay unknown.
 */
export function futureFault(server: string, recordedAt: Date, nowMs: number): Finding | undefined {
  const behind = recordedAt.getTime() - nowMs;
  if (behind <= OFF_MS_MAX) return undefined;
  const seconds = `at least ${(behind / 1_000).toFixed(1)}`;
  return findingOf('clock-off', { seconds, direction: 'behind', server });
}

export async function lookAtClock({ databases }: ExaminedInstallation): Promise<readonly Finding[]> {
  const readings = new Map<string, ClockReading>();
  for (const session of databases.sessions.values()) {
    const server = `the Postgres server at ${serverOf(session)}`;
    const beforeMs = Date.now();
    const serverMs = await serverTime(session);
    readings.set(server, { server, serverMs, beforeMs, afterMs: Date.now() });
  }
  return [...readings.values()].flatMap((reading) => clockFault(reading) ?? []);
}
