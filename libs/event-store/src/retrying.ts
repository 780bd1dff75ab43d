import { pause } from '@halyard/core';
import { EventStoreUnavailable } from './event-store.js';

/** Increasing pauses while the store restarts; two seconds together. */
const RETRY_DELAYS_MS = [20, 50, 100, 200, 500, 1000];

/**
 * Repeats a read, or an append, which then returns the first success, while the store can't be asked or its answer was
 * lost.
 *
 * @throws EventStoreUnavailable after a limited number of tries
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
