// Runs: embedded
import { execFileSync } from 'node:child_process';
import { isAlive } from '@halyard/local-servers/running-process';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { counts } from '@halyard/testing/counts';
import { SuiteProcess } from '../src/suite-process.js';

/** A process and all that it started. */
function familyOf(ancestor: number): number[] {
  const lines = execFileSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = new Map(lines.map((line) => line.trim().split(/\s+/).map(Number) as [number, number]));
  const isOfFamily = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === ancestor || isOfFamily(parents.get(pid)));
  return [...parents.keys()].filter(isOfFamily);
}

const isEmbedded = process.env['SUITE_MODE'] !== 'distributed';
/** On one way of running; npm passes them on in the same way on all of them. */
const signals: readonly NodeJS.Signals[] =
  isEmbedded || counts.outages.everySignalDistributed ? ['SIGTERM', 'SIGINT'] : [];

/** One suite goes through all of it, one after the other. */
describe('npm as a supervisor sees it: one process', () => {
  let suite: SuiteProcess;
  let family: readonly number[];

  const serve = async (): Promise<void> => {
    await (await suite.start()).close();
    family = familyOf(suite.pid);
    expect(family.length).toBeGreaterThan(2);
  };
  beforeAll(async () => {
    suite = await SuiteProcess.prepare({}, { byNpm: true, onEventStoreDb: false });
    await serve();
  });
  afterAll(() => suite.remove());

  for (const signal of signals) {
    it(`ends only once everything has, when it alone is sent ${signal}, and starts again at once`, async () => {
      expect(await suite.end(signal)).toBe(0);
      expect(family.filter(isAlive)).toEqual([]);
      await serve();
    });
  }

  it('leaves nothing behind when it alone is killed', async () => {
    await suite.kill();
    await waitFor('all of them to be gone', () => !family.some(isAlive));
  });
});
