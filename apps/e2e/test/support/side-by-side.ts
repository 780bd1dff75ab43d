import type { HalAnswer } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import fc from 'fast-check';

/** Enough requests to keep the suite busy. A client that sends one request after the other mostly waits. */
const AT_ONCE = 8;

/** Does some work for each of many items, several at a time. */
export async function severalAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await allOf(Array.from({ length: AT_ONCE }, worker));
}

/**
 * Runs a property `numRuns` times. Several shares of the runs go on side by side, each with a seed of its own.
 *
 * @throws the failure of the first share that failed, with its seed, once all shares have ended
 */
export async function holdsSideBySide<Values>(property: fc.IAsyncProperty<Values>, numRuns: number): Promise<void> {
  const shares = Array.from({ length: AT_ONCE }, (_, index) => Math.floor((numRuns + index) / AT_ONCE));
  await allOf(shares.filter((runs) => runs > 0).map((runs) => fc.assert(property, { numRuns: runs })));
}

/** Waits for all works, even after one has failed, so that none goes on into the next test. */
export async function allOf(works: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(works);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Asks again while the answer is 503. A suite with too much to do gives that answer to any request. */
export async function answerTo(ask: () => Promise<HalAnswer>): Promise<HalAnswer> {
  const end = await waitFor('an answer that is not 503', async () => {
    const [asked] = await Promise.allSettled([ask()]);
    return (asked.status === 'rejected' || asked.value.status !== 503) && asked;
  });
  if (end.status === 'rejected') throw end.reason;
  return end.value;
}
