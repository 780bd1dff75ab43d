// Runs: embedded
import { type ChildProcess, execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { counts } from '@halyard/testing/counts';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SuiteProcess } from '../src/suite-process.js';
import { idOf } from './support/journeys.js';
import { TransferLoad } from './support/transfer-load.js';

const root = join(import.meta.dirname, '..', '..', '..');
const PASSPHRASE = 'only for these tests';
/** A restore takes some seconds here; it is killed within them. */
const KILL_WITHIN_MS = 8_000;

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

/** As npm has a program run, without its building. */
function run(program: string, suite: SuiteProcess, args: readonly string[] = [], passphrase = PASSPHRASE) {
  const env = { PATH: process.env['PATH'], ...suite.settings, BACKUP_PASSPHRASE: passphrase };
  const command = [join(root, 'tools', program), ...args];
  let child: ChildProcess | undefined;
  const ended = new Promise<Ended>((resolve) => {
    child = execFile(process.execPath, command, { cwd: root, env }, (_, stdout, stderr) =>
      resolve({ code: child?.exitCode ?? null, said: stdout + stderr }),
    );
  });
  return { ended, kill: () => child?.kill('SIGKILL') };
}

/**
 * Each round loses a suite that serves, and goes on with the one that was restored from its backup: elsewhere, under the
 * same addresses.
 */
describe('backup and restore', () => {
  let backups: string;
  let suite: SuiteProcess;
  let load: TransferLoad;
  beforeAll(async () => {
    backups = mkdtempSync(join(process.env['TEST_DATA_DIR'] ?? tmpdir(), 'halyard-backups-'));
    suite = await SuiteProcess.prepare({ BACKUP_DIR: backups });
    load = await TransferLoad.prepare(await suite.start());
  });
  afterAll(async () => {
    await load.close();
    await suite.remove();
    rmSync(backups, { recursive: true, force: true });
  });

  /** @returns the file, and the transfers that had been answered when the backup began */
  async function backUpUnderLoad(): Promise<{ file: string; known: readonly string[] }> {
    const before = readdirSync(backups);
    let isGoing = true;
    const known: string[] = [];
    const loading = load.run(
      () => isGoing,
      (_, location) => {
        if (location !== undefined) known.push(idOf(location));
      },
    );
    const enough = randomInt(20, 200);
    await waitFor('some transfers', () => known.length >= enough);
    const begun = [...known];
    const { code, said } = await run('backup.ts', suite).ended;
    isGoing = false;
    await loading;
    expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('has everything') });
    const [name = ''] = readdirSync(backups).filter((each) => each.endsWith('.backup') && !before.includes(each));
    return { file: join(backups, name), known: begun };
  }

  /** An empty data folder for a suite under the same addresses. */
  const place = (): Promise<SuiteProcess> => {
    const { DATA_DIR: _, ...settings } = suite.settings;
    return SuiteProcess.prepare(settings);
  };

  /** Kills a restore at any moment. If it had begun to write, no suite starts on what it leaves behind. */
  async function killRestore(restored: SuiteProcess, file: string): Promise<void> {
    const mark = join(restored.dataDir, 'unfinished-restore');
    const { ended, kill } = run('restore.ts', restored, [file]);
    let hasEnded = false;
    void ended.then(() => (hasEnded = true));
    await waitFor('the restore to write', () => hasEnded || existsSync(mark));
    await Promise.race([delay(randomInt(KILL_WITHIN_MS)), ended]);
    kill();
    const { code } = await ended;
    if (code === 0) {
      // It was faster than the kill, and is done once more for the rest of the round.
      await rm(restored.dataDir, { recursive: true });
      return;
    }
    const { line } = await restored.fail();
    expect(line).toContain('did not come to its end: repeat it (npm run restore)');
  }

  /** Expects that a suite has what was answered before its backup, and that every cent is where the transfers say. */
  async function expectWhole(known: readonly string[]): Promise<void> {
    for (const id of known) {
      expect(await load.client.get(`/transfers/${id}`)).toMatchObject({ status: 200 });
    }
    await load.expectConserved();
    expect(await run('verify.ts', suite).ended).toEqual({ code: 0, said: expect.stringMatching(/^\d+ events: all/) });
  }

  it('gives back a suite that served meanwhile, also after a restore that was killed', async () => {
    for (let round = 1; round <= counts.restores; round += 1) {
      const backup = await backUpUnderLoad();
      await suite.kill();
      const restored = await place();
      await killRestore(restored, backup.file);
      expect(await run('restore.ts', restored, [backup.file]).ended).toMatchObject({
        code: 0,
        said: expect.stringContaining(`${restored.dataDir} is as it was at`),
      });
      await suite.remove();
      suite = restored;
      load.client = await suite.start();
      await expectWhole(backup.known);
    }
  });

  it('has everything of the data folder that a suite does not make anew', () => {
    const made = ['demo.json', 'mail', 'suite.log', /^owner\./];
    const kept = ['keys', 'postgres', 'tls'];
    const strange = readdirSync(suite.dataDir).filter(
      (name) =>
        !kept.includes(name) && !made.some((each) => (typeof each === 'string' ? each === name : each.test(name))),
    );
    expect(strange).toEqual([]);
  });
});
