import { RETRY_FOR_MS } from '@halyard/http';
import { isAlive } from '@halyard/local-servers/running-process';
import { waitFor } from '@halyard/testing/waiting';
import { expect } from '@jest/globals';
import type { SuiteProcess } from '../../src/suite-process.js';
import type { TransferLoad } from './transfer-load.js';

/**
 * Has every process of the suite replaced under load, several times over: no client sees a 5xx. On a machine that is so
 * busy that a process is away for longer than calls are repeated, clients may see 503, and nothing else.
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
    `a process was away for ${seconds(longestMs)} s (calls wait ${seconds(RETRY_FOR_MS)} s for it)\n`,
  );
  expect(longestMs > RETRY_FOR_MS ? failures.filter((status) => status !== 503) : failures).toEqual([]);
}

/** @returns the longest that one of the processes was away, in milliseconds */
async function replaceAll(suite: SuiteProcess): Promise<number> {
  const before = await suite.processes();
  const goneAt = new Map<string, number>();
  const backAt = new Map<string, number>();
  const look = async (): Promise<void> => {
    const now = await suite.processes();
    for (const { name, pid } of before) {
      if (!isAlive(pid) && !goneAt.has(name)) goneAt.set(name, performance.now());
      const isBack = now.some((one) => one.name === name && one.pid !== pid);
      if (isBack && !backAt.has(name)) backAt.set(name, performance.now());
    }
  };
  process.kill(suite.pid, 'SIGUSR2');
  for (let count = 1; count <= before.length; count += 1) {
    await waitFor(`${count} of ${before.length} processes to be others`, async () => {
      await look();
      return backAt.size >= count;
    });
  }
  await waitFor('all of them to serve', async () => (await suite.processes()).length === before.length);
  return Math.max(...[...goneAt].map(([name, gone]) => (backAt.get(name) ?? gone) - gone));
}
