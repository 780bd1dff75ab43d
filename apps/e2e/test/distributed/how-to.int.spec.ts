// Runs: distributed
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { serviceNames } from '@halyard/contracts';
import { isAlive } from '@halyard/local-servers/running-process';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SuiteProcess } from '../../src/suite-process.js';
import { runShell } from '../support/run-shell.js';
import { shellBlocks } from '../support/shell-blocks.js';

const PAGE = 'docs/how-to/run-it-distributed.md';
const root = join(import.meta.dirname, '..', '..', '..', '..');
const lines = shellBlocks()
  .filter(({ name }) => name.startsWith(PAGE))
  .flatMap(({ text }) => text.trim().split('\n'));

/** The suite has been built, and other specs run what a script before the start would build again. */
const npm = { npm_config_ignore_scripts: 'true' };

describe(PAGE, () => {
  let suite: SuiteProcess;
  beforeAll(async () => {
    suite = await SuiteProcess.prepare(npm, { onEventStoreDb: false });
  });
  afterAll(() => suite.remove());

  /** Runs a line of the page, which starts the named processes, until Ctrl-C. */
  async function run(line: string, names: readonly string[]): Promise<void> {
    suite.line = line;
    const client = await suite.start();
    const processes = await waitFor(names.join(', '), async () => {
      const serving = await suite.processes();
      return isDeepStrictEqual(serving.map(({ name }) => name).toSorted(), names.toSorted()) && serving;
    });
    const tour = await runShell(`DATA_DIR=${suite.dataDir} npm run --ignore-scripts tour`, root);
    expect(tour).toContain('balanced: true');
    await client.close();
    await suite.end('SIGINT');
    await waitFor('all of them to be gone', () => !processes.some(({ pid }) => isAlive(pid)));
    expect(existsSync(join(suite.dataDir, 'processes.json'))).toBe(false);
  }

  it('starts what each of its lines says, on the data that the line before has left, until Ctrl-C', async () => {
    const once = serviceNames.map((name) => `${name}.1`);
    const [first = '', second = ''] = lines;
    await run(first, once);
    await run(second, [...once, 'transfers.2', 'gateway.2']);
    expect(lines).toEqual([first, second]);
    expect(await suite.log()).toMatch(/^gateway\.1 +\| /m);
    expect(await suite.log()).toContain(`kafka     ${(await suite.kafkaBrokers()).join(', ')}`);
  });
});
