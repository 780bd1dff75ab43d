import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markFinished, markUnfinished } from './backup/unfinished-restore.js';
import { suiteConfig } from './config.js';
import { DataFolder, isFolderTaken } from './data-folder.js';

/** A process that takes the lock as `DataFolder` does, says so, and runs until it is killed. */
const TAKER = `
  const lock = new (require('node:sqlite').DatabaseSync)(process.argv[1], { timeout: 0 });
  try { lock.exec('BEGIN EXCLUSIVE'); console.log('taken'); setInterval(() => lock.isOpen, 1_000); }
  catch { console.log('refused'); }`;

describe('the data folder', () => {
  let dataDir: string;
  const taken: DataFolder[] = [];
  const others: ChildProcess[] = [];
  const take = (settings: Readonly<Record<string, string>> = {}): DataFolder => {
    const folder = DataFolder.take(suiteConfig({ DATA_DIR: dataDir, ...settings }));
    taken.push(folder);
    return folder;
  };
  const takeElsewhere = async () => {
    const child = spawn(process.execPath, ['-e', TAKER, join(dataDir, 'owner.lock')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    others.push(child);
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    return { child, said: said.toString().trim() };
  };

  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'halyard-data-'));
  });
  afterEach(() => {
    for (const folder of taken.splice(0)) folder.release();
    for (const child of others.splice(0)) child.kill('SIGKILL');
    rmSync(dataDir, { recursive: true });
  });

  it('tells others whether somebody has it, and stays as it is', async () => {
    expect(isFolderTaken(dataDir)).toBe(false);
    take();
    expect(isFolderTaken(dataDir)).toBe(true);
    taken.splice(0)[0]?.release();
    expect(isFolderTaken(dataDir)).toBe(false);
    expect(globSync('*', { cwd: dataDir }).toSorted()).toEqual(['owner.json', 'owner.lock']);
    const { child } = await takeElsewhere();
    expect(isFolderTaken(dataDir)).toBe(true);
    child.kill('SIGKILL');
    await once(child, 'exit');
    expect(isFolderTaken(dataDir)).toBe(false);
  });

  it('has one suite at a time, and says which', () => {
    take({ HTTPS_PORT: '9443' });
    expect(() => take({ HTTPS_PORT: '9999' })).toThrow(
      `A suite runs on the data folder ${dataDir} already, at https://localhost:9443 (process ${process.pid})`,
    );
    taken.splice(0)[0]?.release();
    take({ TLS: 'off', PORT: '9080' });
    expect(() => take()).toThrow('at http://localhost:9080');
  });

  it('goes to one of those who want it at once', async () => {
    const tries = await Promise.all(Array.from({ length: 8 }, takeElsewhere));
    expect(tries.filter(({ said }) => said === 'taken')).toHaveLength(1);
    expect(() => take()).toThrow('A suite runs on the data folder');
  });

  it('is free again when the process that had it was killed', async () => {
    const { child, said } = await takeElsewhere();
    expect(said).toBe('taken');
    expect(() => take()).toThrow('and has just begun to start');
    child.kill('SIGKILL');
    await once(child, 'exit');
    take();
  });

  it('is refused where nothing can be written', () => {
    writeFileSync(join(dataDir, 'file'), '');
    const refused = /^The data folder .* can't be used: set DATA_DIR to one that this user may write \(.*\)\.$/;
    const unusable = [join(dataDir, 'file'), join(dataDir, 'file', 'below'), '/dev/null/data', '/proc/halyard/data'];
    for (const path of [...unusable, '/proc/halyard']) {
      expect(() => take({ DATA_DIR: path })).toThrow(refused);
    }
    writeFileSync(join(dataDir, 'owner.lock'), 'something else');
    expect(() => take()).toThrow(refused);
  });

  it('is refused while it is half restored, and may then be restored again', () => {
    markUnfinished(dataDir);
    writeFileSync(join(dataDir, 'half'), '');
    expect(() => take()).toThrow(`A restore into the data folder ${dataDir} did not come to its end: repeat it`);
    taken.push(DataFolder.takeForRestore({ dataDir }));
    expect(() => take()).toThrow(`A restore writes to the data folder ${dataDir} (process ${process.pid})`);
    taken.splice(0)[0]?.release();
    markFinished(dataDir);
    expect(() => DataFolder.takeForRestore({ dataDir })).toThrow('has data');
    take();
  });

  it('takes a restore if it is missing or empty, also after a suite was refused there', () => {
    take();
    taken.splice(0)[0]?.release();
    DataFolder.takeForRestore({ dataDir }).release();
    rmSync(dataDir, { recursive: true });
    DataFolder.takeForRestore({ dataDir }).release();
  });

  describe('when it is to be a new one', () => {
    const takeFresh = (settings: Readonly<Record<string, string>> = {}): void => {
      taken.push(DataFolder.takeFresh(suiteConfig({ DATA_DIR: dataDir, ...settings })));
    };
    const aside = (): readonly string[] => globSync(`${dataDir}.*`);
    afterEach(() => {
      jest.restoreAllMocks();
      for (const folder of aside()) rmSync(folder, { recursive: true });
    });

    it('moves aside with all that it contains, and is there again and empty', async () => {
      const told = jest.spyOn(console, 'log').mockImplementation(() => undefined);
      writeFileSync(join(dataDir, 'demo.json'), 'kept');
      takeFresh();
      expect(existsSync(join(dataDir, 'demo.json'))).toBe(false);
      expect(aside()).toEqual([expect.stringMatching(/\.\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z$/)]);
      const [moved = ''] = aside();
      expect(readFileSync(join(moved, 'demo.json'), 'utf8')).toBe('kept');
      expect(told.mock.calls).toEqual([[expect.stringContaining(moved)]]);
      expect((await takeElsewhere()).said).toBe('refused');
    });

    it('takes the place of a half restored one', () => {
      jest.spyOn(console, 'log').mockImplementation(() => undefined);
      markUnfinished(dataDir);
      takeFresh();
      expect(aside()).toHaveLength(1);
    });

    it('is only made where there is none', () => {
      rmSync(dataDir, { recursive: true });
      takeFresh();
      expect(aside()).toEqual([]);
    });

    it('stays where it is while a suite runs on it', async () => {
      const { said } = await takeElsewhere();
      expect(said).toBe('taken');
      expect(() => takeFresh()).toThrow('A suite runs on the data folder');
      expect(aside()).toEqual([]);
    });

    it.each([
      ['DATABASE_URL', 'postgres://127.0.0.1:1/halyard'],
      ['EVENTSTORE_URL', 'esdb://127.0.0.1:1?tls=false'],
      ['KAFKA_BROKERS', '127.0.0.1:1'],
    ])('stays where it is while %s names a server with its data', (setting, value) => {
      expect(() => takeFresh({ [setting]: value })).toThrow(setting);
      expect(aside()).toEqual([]);
    });
  });

  const asUser = process.getuid?.() === 0 ? it.skip : it;
  asUser('is refused to a user who may not write to it', () => {
    chmodSync(dataDir, 0o500);
    expect(() => take()).toThrow("can't be used");
    chmodSync(dataDir, 0o700);
    writeFileSync(join(dataDir, 'owner.lock'), '', { mode: 0o400 });
    expect(() => take()).toThrow("can't be used");
  });
});
