import type { HalAnswer } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import fc from 'fast-check';

/** Enough that the suite always has something to do: whoever asks one thing after the other mostly waits. */
const AT_ONCE = 8;

/** Does something for each of many, several at a time. */
export async function severalAtOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await allOf(Array.from({ length: AT_ONCE }, worker));
}

/**
 * So many runs of a property, shared out among several that go on side by side, each with a seed of its own.
 *
 * @throws the failure of the first that failed, with its seed, once all of them have ended
 */
export async function holdsSideBySide<Values>(property: fc.IAsyncProperty<Values>, numRuns: number): Promise<void> {
  const shares = Array.from({ length: AT_ONCE }, (_, index) => Math.floor((numRuns + index) / AT_ONCE));
  await allOf(shares.filter((runs) => runs > 0).map((runs) => fc.assert(property, { numRuns: runs })));
}

/** None goes on into the next test after one of them failed. */
export async function allOf(works: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(works);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

/** Asks again for as long as the answer is 503: a suite that has more to do than it can says so, whatever it is asked. */
export async function answerTo(ask: () => Promise<HalAnswer>): Promise<HalAnswer> {
  const end = await waitFor('an answer that is not 503', async () => {
    const [asked] = await Promise.allSettled([ask()]);
    return (asked.status === 'rejected' || asked.value.status !== 503) && asked;
  });
  if (end.status === 'rejected') throw end.reason;
  return end.value;
}
