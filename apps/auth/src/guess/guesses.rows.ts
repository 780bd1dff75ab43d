import type { EntityManager } from 'typeorm';

export interface CounterLimits {
  /** So many come without a delay. */
  readonly free: number;
  readonly delayFirstMs: number;
  /** Each further one waits twice as long, up to this. */
  readonly delayMaxMs: number;
  readonly rememberedMs: number;
}

/**
 * Counts one more, unless it is too early; the delay after the n-th beyond the free ones is first * 2^(n - 1). A time to
 * wait for that is farther away than any delay is of a clock that was set back since.
 */
const COUNT = `
  INSERT INTO guesses AS g (key, wrong, last_at, wait_until) VALUES ($1, 1, $2, $2)
  ON CONFLICT (key) DO UPDATE SET
    wrong = CASE WHEN g.last_at < $2::timestamptz - $6 * interval '1 ms' THEN 1 ELSE g.wrong + 1 END,
    last_at = $2,
    wait_until = CASE
      WHEN g.last_at < $2::timestamptz - $6 * interval '1 ms' OR g.wrong < $3 THEN $2
      ELSE $2::timestamptz + least($5, $4 * power(2, least(g.wrong - $3, 30))) * interval '1 ms'
    END
  WHERE g.wait_until <= $2 OR g.wait_until > $2::timestamptz + $5 * interval '1 ms'
  RETURNING old.last_at AS "lastBefore"`;
const WAIT = 'SELECT wait_until AS "waitUntil" FROM guesses WHERE key = $1';
/** What was right keeps no wrong one in memory: the last is again the one before it, unless another came since. */
const WITHDRAW = `
  UPDATE guesses AS g SET
    wrong = greatest(wrong - 1, 0),
    wait_until = $2,
    last_at = CASE WHEN g.last_at = $2 THEN coalesce(counted.last_before, g.last_at) ELSE g.last_at END
  FROM unnest($1::text[], $3::timestamptz[]) AS counted (key, last_before)
  WHERE g.key = counted.key`;

/** One that a counter has counted. */
export interface CountedGuess {
  readonly key: string;
  /** When the one before it came, if there was any. */
  readonly lastBefore: Date | null;
}

/** @returns it; or, when it is too early, how long to wait, in milliseconds */
export async function countGuess(
  tx: EntityManager,
  key: string,
  now: Date,
  limits: CounterLimits,
): Promise<CountedGuess | number> {
  const { free, delayFirstMs, delayMaxMs, rememberedMs } = limits;
  const values = [key, now, free, delayFirstMs, delayMaxMs, rememberedMs];
  const [counted] = await tx.query<{ lastBefore: Date | null }[]>(COUNT, values);
  if (counted) return { key, lastBefore: counted.lastBefore };
  const [row] = await tx.query<{ waitUntil: Date }[]>(WAIT, [key]);
  return Math.max(1, (row?.waitUntil.getTime() ?? 0) - now.getTime());
}

export async function withdrawGuess(
  manager: EntityManager,
  counted: readonly CountedGuess[],
  now: Date,
): Promise<void> {
  await manager.query(WITHDRAW, [counted.map(({ key }) => key), now, counted.map(({ lastBefore }) => lastBefore)]);
}

export async function forgetGuesses(manager: EntityManager, keys: readonly string[]): Promise<void> {
  await manager.query('DELETE FROM guesses WHERE key = ANY($1)', [keys]);
}
