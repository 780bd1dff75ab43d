import { pause } from '@halyard/core';

/** A failure that no repeat betters. */
export class Hopeless extends Error {}

/**
 * Repeats the question until there is an answer.
 *
 * @throws Hopeless at once; Error saying what was waited for and why in vain, with the last failure as its cause
 */
export async function until<Answer>(
  what: string,
  ask: () => Promise<Answer | undefined> | Answer | undefined,
  timeoutMs = 30_000,
): Promise<Answer> {
  const deadline = performance.now() + timeoutMs;
  let cause: unknown;
  while (performance.now() < deadline) {
    try {
      const answer = await ask();
      if (answer !== undefined) return answer;
    } catch (error) {
      if (error instanceof Hopeless) throw error;
      cause = error;
    }
    await pause(20);
  }
  const reason = cause instanceof Error ? `: ${cause.message}` : '';
  throw new Error(`waited ${timeoutMs} ms for ${what}${reason}`, { cause });
}
