import type { EntityManager } from 'typeorm';

export interface CounterLimits {
  /** Wrong guesses without a delay. */
  readonly free: number;
  readonly delayFirstMs: number;
  /** The delay doubles with each further wrong guess, up to this limit. */
  readonly delayMaxMs: number;
  readonly rememberedMs: number;
}

/**
 * Counts a wrong guess unless it is too early. After the n-th guess beyond the free ones, the delay is first * 2^(n -
 * 1).
 *
 * While guesses are free, wait_until is -infinity: guesses at the same moment may reach the row in another order than
 * they began, and none of them may be refused. If wait_until is further ahead than the longest delay, the clock was set
 * back: ignore it.
 */
const COUNT = `
  INSERT INTO guesses AS g (key, wrong, last_at, wait_until) VALUES ($1, 1, $2, '-infinity')
  ON CONFLICT (key) DO UPDATE SET
    wrong = CASE WHEN g.last_at < $2::timestamptz - $6 * interval '1 ms' THEN 1 ELSE g.wrong + 1 END,
    last_at = $2,
    wait_until = CASE
      WHEN g.last_at < $2::timestamptz - $6 * interval '1 ms' OR g.wrong < $3 THEN '-infinity'
      ELSE $2::timestamptz + least($5, $4 * power(2, least(g.wrong - $3, 30))) * interval '1 ms'
    END
  WHERE g.wait_until <= $2 OR g.wait_until > $2::timestamptz + $5 * interval '1 ms'
  RETURNING key`;
const WAIT = `
  SELECT max(wait_until) AS "waitUntil" FROM guesses
  WHERE key = ANY($1) AND wait_until > $2 AND wait_until <= $2::timestamptz + $3 * interval '1 ms'`;

/** @returns false if it is too early */
export async function countWrongGuess(
  tx: EntityManager,
  key: string,
  now: Date,
  { free, delayFirstMs, delayMaxMs, rememberedMs }: CounterLimits,
): Promise<boolean> {
  const counted = await tx.query<unknown[]>(COUNT, [key, now, free, delayFirstMs, delayMaxMs, rememberedMs]);
  return counted.length === 1;
}

/** @returns when the next guess may be checked; undefined if it may now */
export async function waitOf(
  manager: EntityManager,
  keys: readonly string[],
  now: Date,
  delayMaxMs: number,
): Promise<Date | undefined> {
  const [row] = await manager.query<{ waitUntil: Date | null }[]>(WAIT, [keys, now, delayMaxMs]);
  return row?.waitUntil ?? undefined;
}

export async function forgetGuesses(manager: EntityManager, keys: readonly string[]): Promise<void> {
  await manager.query('DELETE FROM guesses WHERE key = ANY($1)', [keys]);
}
