import { waitFor } from '@halyard/testing/waiting';
import { expect } from '@jest/globals';
import type { SuiteProcess } from '../../src/suite-process.js';
import type { TransferLoad } from './transfer-load.js';

/** Has every process of the suite replaced under load, several times over: no client sees a 5xx. */
export async function expectUnnoticedRestarts(suite: SuiteProcess, load: TransferLoad, rounds: number): Promise<void> {
  const failures: number[] = [];
  let going = true;
  const running = load.run(
    () => going,
    (status) => {
      if (status >= 500) failures.push(status);
    },
  );
  try {
    for (let round = 0; round < rounds; round += 1) {
      const before = new Set((await suite.processes()).map(({ pid }) => pid));
      process.kill(suite.pid, 'SIGUSR2');
      await waitFor('every process to be another', async () => {
        const now = await suite.processes();
        return now.length === before.size && now.every(({ pid }) => !before.has(pid));
      });
    }
  } finally {
    going = false;
    await running;
  }
  expect(failures).toEqual([]);
}
