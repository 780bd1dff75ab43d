import { setTimeout as sleep } from 'node:timers/promises';
import { EventStoreUnavailable } from './event-store.js';

/** Grows while the store restarts; together some two seconds. */
const RETRY_DELAYS_MS = [20, 50, 100, 200, 500, 1000];

/**
 * Repeats what is safe to repeat (a read, or an append: the same again returns the first success) for as long as its
 * failure is trouble: the store could not be asked, or its answer was lost.
 *
 * @throws EventStoreUnavailable after a bounded number of tries
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
      await sleep(delayMs);
    }
  }
  try {
    return await attempt();
  } catch (error) {
    if (!isTrouble(error)) throw error;
    throw new EventStoreUnavailable('The event store could not be asked', { cause: error });
  }
}
