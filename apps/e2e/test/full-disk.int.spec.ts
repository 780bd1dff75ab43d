// Runs: embedded
import { waitFor } from '@halyard/testing/waiting';
import { describeUnless } from '@halyard/testing/kafka';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SuiteProcess } from '../src/suite-process.js';
import { TransferLoad } from './support/transfer-load.js';

/** Room for a server's files and some thousand transfers. */
const DISK = 'size=256m,mode=711';
const CHUNKS = [1_048_576, 4_096];

const mount = (folder: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', DISK, 'tmpfs', folder], { stdio: 'ignore' }).status === 0;
const unmount = (folder: string): void => void spawnSync('umount', ['--lazy', folder], { stdio: 'ignore' });

function missingForDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-disk-'));
  const isMounted = mount(folder);
  if (isMounted) unmount(folder);
  rmdirSync(folder);
  return isMounted ? undefined : 'this user may not mount a file system';
}

/** Writes a file until there is no room left. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w');
  for (const size of CHUNKS) {
    try {
      while (writeSync(descriptor, Buffer.alloc(size)) > 0);
    } catch {
      continue;
    }
  }
  closeSync(descriptor);
}

/** A suite of its own, whose Postgres has a small disk to itself. */
describeUnless(missingForDisk(), 'a full disk under Postgres', () => {
  let suite: SuiteProcess;
  let disk: string;
  let load: TransferLoad;

  beforeAll(async () => {
    suite = await SuiteProcess.prepare();
    disk = join(suite.dataDir, 'postgres');
    mkdirSync(disk);
    expect(mount(disk)).toBe(true);
    load = await TransferLoad.prepare(await suite.start());
  });
  afterAll(async () => {
    await load.close();
    await suite.end('SIGINT');
    unmount(disk);
    await suite.remove();
  });

  it('is answered by 503 with Retry-After until there is room, and costs nothing that was acknowledged', async () => {
    const filler = join(disk, 'filler');
    const answers: number[] = [];
    let isOver = false;
    const running = load.run(
      () => !isOver,
      (status) => answers.push(status),
    );
    try {
      await waitFor('transfers to be taken', () => answers.includes(201));
      fill(filler);
      const isFull = async () => answers.includes(503) && (await suite.log()).includes('No space left on device');
      await waitFor('the disk to be found full', isFull);
      const refused = await load.client.get('/customers');
      if (refused.status !== 200) {
        expect(refused.status).toBe(503);
        expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      }
      expect(answers.filter((status) => status >= 500 && status !== 503)).toEqual([]);

      rmSync(filler);
      answers.length = 0;
      await waitFor('transfers to be taken again', () => answers.includes(201));
    } finally {
      isOver = true;
      await running;
    }
    await load.expectNothingLostOrDoubled();
    await load.expectConserved();
    const [metricsUrl = ''] = await suite.metricsUrls();
    const isReady = async () => (await fetch(metricsUrl.replace('/metrics', '/health/ready'))).ok;
    await waitFor('the suite to be ready', isReady);
  });
});
