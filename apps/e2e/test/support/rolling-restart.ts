import { RETRY_FOR_MS } from '@halyard/http';
import { waitFor } from '@halyard/testing/waiting';
import { expect } from '@jest/globals';
import type { SuiteProcess } from '../../src/suite-process.js';
import type { TransferLoad } from './transfer-load.js';

/**
 * Replaces every process of the suite under load, several times, and expects that no client sees a 5xx. If the machine
 * is so busy that a process is away for longer than calls are repeated, clients may see 503, and no other 5xx.
 */
export async function expectUnnoticedRestarts(suite: SuiteProcess, load: TransferLoad, rounds: number): Promise<void> {
  const failures: number[] = [];
  let longestMs = 0;
  let going = true;
  const running = load.run(
    () => going,
    (status) => {
      if (status >= 500) failures.push(status);
    },
  );
  try {
    for (let round = 0; round < rounds; round += 1) longestMs = Math.max(longestMs, await replaceAll(suite));
  } finally {
    going = false;
    await running;
  }
  const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(1);
  process.stderr.write(
    `a process was replaced in ${seconds(longestMs)} s (calls wait ${seconds(RETRY_FOR_MS)} s for it)\n`,
  );
  expect(longestMs > RETRY_FOR_MS ? failures.filter((status) => status !== 503) : failures).toEqual([]);
}

/**
 * @returns the longest time that the replacement of one process took, in milliseconds. The process was away no longer
 * than that
 */
async function replaceAll(suite: SuiteProcess): Promise<number> {
  const before = new Set((await suite.processes()).map(({ pid }) => pid));
  let longestMs = 0;
  let startedAt = performance.now();
  process.kill(suite.pid, 'SIGUSR2');
  for (let count = 1; count <= before.size; count += 1) {
    await waitFor(`${count} of ${before.size} processes to be others`, async () => {
      const others = (await suite.processes()).filter(({ pid }) => !before.has(pid));
      return others.length >= count;
    });
    const endedAt = performance.now();
    longestMs = Math.max(longestMs, endedAt - startedAt);
    startedAt = endedAt;
  }
  return longestMs;
}
