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
  RETURNING wrong`;
const WAIT = 'SELECT wait_until AS "waitUntil" FROM guesses WHERE key = $1';
const WITHDRAW = `
  UPDATE guesses SET wrong = greatest(wrong - 1, 0), wait_until = $2 WHERE key = ANY($1)`;

/** @returns how long it is too early, in milliseconds; 0 when it was counted */
export async function countGuess(tx: EntityManager, key: string, now: Date, limits: CounterLimits): Promise<number> {
  const { free, delayFirstMs, delayMaxMs, rememberedMs } = limits;
  const counted = await tx.query<unknown[]>(COUNT, [key, now, free, delayFirstMs, delayMaxMs, rememberedMs]);
  if (counted.length > 0) return 0;
  const [row] = await tx.query<{ waitUntil: Date }[]>(WAIT, [key]);
  return Math.max(1, (row?.waitUntil.getTime() ?? 0) - now.getTime());
}

export async function withdrawGuess(manager: EntityManager, keys: readonly string[], now: Date): Promise<void> {
  await manager.query(WITHDRAW, [keys, now]);
}

export async function forgetGuesses(manager: EntityManager, keys: readonly string[]): Promise<void> {
  await manager.query('DELETE FROM guesses WHERE key = ANY($1)', [keys]);
}
