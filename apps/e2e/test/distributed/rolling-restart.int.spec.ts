import { SuiteProcess, until } from '@halyard/suite/process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { roundsOf } from '../support/counts.js';
import { TransferLoad } from '../support/transfer-load.js';

const rounds = roundsOf({ ci: 1, long: 5 });
const sizes = roundsOf({ ci: [1], long: [1, 2] });

describe.each(sizes)('a rolling restart under load, with %i of each service', (replicas) => {
  let suite: SuiteProcess;
  let load: TransferLoad;

  beforeAll(async () => {
    suite = await SuiteProcess.prepare({}, { replicas });
    load = await TransferLoad.prepare(await suite.start());
  }, 120_000);

  afterAll(async () => {
    await load.close();
    await suite.remove();
  });

  it('gives clients no 5xx', async () => {
    const failures: number[] = [];
    let going = true;
    const running = load.run(
      () => going,
      (status) => {
        if (status >= 500) failures.push(status);
      },
    );
    for (let round = 0; round < rounds; round += 1) {
      const before = new Set((await suite.processes()).map(({ pid }) => pid));
      process.kill(suite.pid, 'SIGUSR2');
      await until(
        'every process to be another',
        async () => {
          const now = await suite.processes();
          return now.length === before.size && now.every(({ pid }) => !before.has(pid)) ? true : undefined;
        },
        180_000,
      );
    }
    going = false;
    await running;
    expect(failures).toEqual([]);
  }, 1_200_000);

  it('loses and doubles no transfer', () => load.expectNothingLostOrDoubled(), 600_000);
  it('finishes what was begun, and every cent is where the transfers say', () => load.expectConserved(), 600_000);
  it('leaves no event out at the subscriber, and keeps their order', () => load.expectAllHeard(), 600_000);
});
