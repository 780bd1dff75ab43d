import { pause } from '@halyard/core';

/** Repeating does not help against this failure. */
export class Hopeless extends Error {}

/** @throws Hopeless at once; Error with the name and the last failure when time is over */
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
