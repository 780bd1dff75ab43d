import type { SuiteProcess } from '@halyard/suite/process';
import { until } from '@halyard/suite/process';
import { expect } from '@jest/globals';
import type { TransferLoad } from './transfer-load.js';

/** Callers wait some seconds longer for a process that is away (`HttpServiceClient`). */
const AWAY_MAX_MS = 6_000;
/** Of a round in which the machine was too busy to start a process in that time. */
const TRIES = 3;

/** Has every process of the suite replaced under load, several times over: no client sees a 5xx. */
export async function expectUnnoticedRestarts(suite: SuiteProcess, load: TransferLoad, rounds: number): Promise<void> {
  for (let round = 0, tries = 0; round < rounds && tries < TRIES * rounds; tries += 1) {
    const failures: number[] = [];
    let going = true;
    const running = load.run(
      () => going,
      (status) => {
        if (status >= 500) failures.push(status);
      },
    );
    let awayMs = Infinity;
    try {
      awayMs = await replaceAll(suite);
    } finally {
      going = false;
      await running;
    }
    if (awayMs > AWAY_MAX_MS) continue;
    expect(failures).toEqual([]);
    round += 1;
  }
}

/** @returns for how long one of them was away, at most: they are replaced one after the other */
async function replaceAll(suite: SuiteProcess): Promise<number> {
  const before = new Set((await suite.processes()).map(({ pid }) => pid));
  let [others, sinceMs, awayMs] = [0, performance.now(), 0];
  process.kill(suite.pid, 'SIGUSR2');
  await until(
    'every process to be another',
    async () => {
      const now = await suite.processes();
      const count = now.filter(({ pid }) => !before.has(pid)).length;
      awayMs = Math.max(awayMs, performance.now() - sinceMs);
      if (count > others) [others, sinceMs] = [count, performance.now()];
      return now.length === before.size && count === before.size ? true : undefined;
    },
    180_000,
  );
  return awayMs;
}
