import { pause } from '@halyard/core';

/**
 * Repeats the question until there is an answer.
 *
 * @throws Error saying what was waited for, with the last failure as its cause
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
      cause = error;
    }
    await pause(20);
  }
  throw new Error(`waited ${timeoutMs} ms for ${what}`, { cause });
}
