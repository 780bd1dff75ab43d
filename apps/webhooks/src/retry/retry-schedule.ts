const MINUTE_MS = 60_000;

/** Retries come 15 minutes, 1, 3, 6, 12, 24, 48 and 72 hours after the first attempt (reference facts, 10.2). */
export const RETRY_AFTER_MS: readonly number[] = [15, 45, 120, 180, 360, 720, 1_440, 1_440].map(
  (minutes) => minutes * MINUTE_MS,
);

/** The time of the next retry; undefined if no retry is left. */
export function retryAt(attemptedAt: Date, triesBefore: number): Date | undefined {
  const afterMs = RETRY_AFTER_MS[triesBefore];
  return afterMs === undefined ? undefined : new Date(attemptedAt.getTime() + afterMs);
}
