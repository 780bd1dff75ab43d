import { pause } from '@halyard/core';
import { EventStoreUnavailable } from './event-store.js';

/** Pauses between attempts while the store restarts, about two seconds in all. */
const RETRY_DELAYS_MS = [20, 50, 100, 200, 500, 1000];

/**
 * Repeats a read or an append while the store can't be asked, or its answer was lost. A repeated append gets its first
 * success again.
 *
 * @throws EventStoreUnavailable after a limited number of attempts
 */
export async function retrying<Result>(
  attempt: () => Promise<Result>,
  isTrouble: (error: unknown) => boolean,
): Promise<Result> {
  for (const delayMs of RETRY_DELAYS_MS) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTrouble(error)) throw error;
      await pause(delayMs);
    }
  }
  try {
    return await attempt();
  } catch (error) {
    if (!isTrouble(error)) throw error;
    throw new EventStoreUnavailable('The event store could not be asked', { cause: error });
  }
}
