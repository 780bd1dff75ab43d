// Runs: embedded
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SuiteProcess } from '../src/suite-process.js';
import { personalCustomer } from './support/journeys.js';
import { runShell } from './support/run-shell.js';
import { shellBlocks } from './support/shell-blocks.js';

const root = join(import.meta.dirname, '..', '..', '..');
const PASSPHRASE = 'only for this test';

describe('the runbook for lost data', () => {
  const blocks = shellBlocks().filter(({ name }) => name.startsWith('docs/runbooks/data-lost.md '));
  let clone: string;
  let suite: SuiteProcess;

  beforeAll(async () => {
    // A folder that looks like a clone, so that `.data` and `.backups` are where the page says.
    clone = mkdtempSync(join(process.env['TEST_DATA_DIR'] ?? tmpdir(), 'halyard-clone-'));
    for (const name of ['apps', 'libs', 'node_modules', 'package.json', 'tools', 'tsconfig.json']) {
      symlinkSync(join(root, name), join(clone, name));
    }
    const dataDir = join(clone, '.data');
    mkdirSync(dataDir);
    const prepared = await SuiteProcess.prepare();
    await prepared.remove();
    suite = SuiteProcess.at({ dataDir, settings: { ...prepared.settings, DATA_DIR: dataDir } });
  });
  afterAll(async () => {
    await suite.remove();
    rmSync(clone, { recursive: true, force: true });
  });

  const settings = (): string =>
    Object.entries({ ...suite.settings, BACKUP_PASSPHRASE: PASSPHRASE })
      .filter(([name]) => name !== 'DATA_DIR')
      .map(([name, value]) => `export ${name}='${value}'`)
      .join('\n');
  const shell = (...lines: readonly string[]): Promise<string> => runShell([settings(), ...lines].join('\n'), clone);

  it('is followed word for word: the suite serves again as of the backup, and all that is derived is right', async () => {
    const client = await suite.start();
    const kept = await client.create('/customers', personalCustomer());
    await shell('npm run --silent backup');
    const lost = await client.create('/customers', personalCustomer());
    await client.close();
    await suite.kill();

    expect(blocks).toHaveLength(4);
    const [move, find, restore, verify] = blocks.map(({ text }) => text);
    const said = await shell(move ?? '', find ?? '', restore ?? '');
    expect(said).toMatch(/\.data is as it was at .*Z\.\nEpoch 1 begins\./);
    expect(readdirSync(clone)).toContain('.data.lost');

    const again = await suite.start();
    expect((await again.get(kept)).status).toBe(200);
    expect((await again.get(lost)).status).toBe(404);
    expect(await shell(verify ?? '')).toMatch(/^\d+ events: all/);
    await again.close();
  });
});
