import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { TEST_MS, WAIT_MS } from './patience.js';

const script = `import { TEST_MS, WAIT_MS } from './patience.ts'; console.log(JSON.stringify([WAIT_MS, TEST_MS]));`;
const limitsWith = (env: Readonly<Record<string, string>>): unknown =>
  JSON.parse(
    execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: import.meta.dirname,
      env,
      encoding: 'utf8',
      stdio: 'pipe',
    }),
  );

it('a test may take longer than a wait in it, which says for what it was', () => {
  expect(TEST_MS).toBeGreaterThan(2 * WAIT_MS);
});

it('both are multiplied by TEST_PATIENCE, and in a run at full counts', () => {
  const [wait, test] = limitsWith({}) as [number, number];
  expect(limitsWith({ TEST_PATIENCE: '2.5' })).toEqual([2.5 * wait, 2.5 * test]);
  expect(limitsWith({ TEST_RUN: 'long', TEST_PATIENCE: '2' })).toEqual([24 * wait, 24 * test]);
});

it.each(['0', '-1', 'much'])('a TEST_PATIENCE of %s is refused', (TEST_PATIENCE) => {
  expect(() => limitsWith({ TEST_PATIENCE })).toThrow(
    `TEST_PATIENCE is to be a number above 0, and is ${TEST_PATIENCE}`,
  );
});
