import { createWriteStream, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FileCopy } from '@halyard/local-servers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { suiteConfig } from '../config.js';
import { DataFolder } from '../data-folder.js';
import { writeArchive } from './archive.js';
import { backUp } from './back-up.js';
import { restore } from './restore.js';
import { keyFrom } from './sealed-stream.js';
import { markUnfinished } from './unfinished-restore.js';

const passphrase = 'only for these tests';

describe('a backup', () => {
  let root: string;
  let dataDir: string;
  let file: string;
  const env = () => ({ DATA_DIR: dataDir });
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'halyard-restore-'));
    dataDir = join(root, 'data');
    file = join(root, 'some.backup');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  async function write({ postgres = '18' } = {}): Promise<Buffer> {
    const copies: readonly FileCopy[] = [
      { path: 'keys', mode: 0o700, content: undefined },
      { path: 'keys/master.key', mode: 0o600, content: [Buffer.alloc(100_000, 'key')] },
    ];
    const about = { made: new Date(0).toISOString(), postgres };
    await writeArchive(about, Readable.from(copies), { keyOf: keyFrom(passphrase), to: createWriteStream(file) });
    return readFileSync(file);
  }
  const refused = async (why: string | RegExp, given: { env?: Record<string, string>; passphrase?: string } = {}) => {
    await expect(
      restore({ env: { ...env(), ...given.env }, file, passphrase: given.passphrase ?? passphrase }),
    ).rejects.toThrow(why);
    expect(existsSync(join(dataDir, 'keys'))).toBe(false);
  };

  it('is restored by its passphrase alone, and only if it is whole: otherwise nothing is written', async () => {
    const whole = await write();
    await refused('The passphrase is wrong, or the file was changed. Nothing was written.', { passphrase: 'a guess' });
    for (const length of [0, 20, whole.length - 1]) {
      writeFileSync(file, whole.subarray(0, length));
      await refused(/not a backup|cut|changed/);
    }
    const changed = Buffer.from(whole);
    changed.writeUInt8(changed.readUInt8(whole.length - 1) ^ 1, whole.length - 1);
    writeFileSync(file, changed);
    await refused(/changed/);
    rmSync(file);
    await refused(/ENOENT/);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('of another PostgreSQL is refused before anything is written', async () => {
    await write({ postgres: '17' });
    await refused('It is of PostgreSQL 17, and this is 18. Nothing was written.');
    expect(existsSync(dataDir)).toBe(false);
  });

  it('goes to no folder with data, and to none that somebody has', async () => {
    await write();
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'demo.json'), '');
    await refused(`The data folder ${dataDir} has data`);
    rmSync(join(dataDir, 'demo.json'));
    const folder = DataFolder.take(suiteConfig(env()));
    await refused(`A suite runs on the data folder ${dataDir} already`);
    folder.release();
    const other = DataFolder.takeForRestore(suiteConfig(env()));
    await refused(`A restore writes to the data folder ${dataDir} (process ${process.pid})`);
    other.release();
  });

  it.each(['DATABASE_URL', 'EVENTSTORE_URL', 'DOCUMENTS_S3_ENDPOINT'])(
    'is neither made nor restored where %s names a server with data',
    async (name) => {
      const url = {
        DATABASE_URL: 'postgres://db',
        EVENTSTORE_URL: 'esdb://store',
        DOCUMENTS_S3_ENDPOINT: 'https://s3',
      }[name];
      await write();
      await refused(`${name} names a server that has data`, { env: { [name]: url ?? '' } });
      await expect(backUp({ ...env(), [name]: url }, passphrase)).rejects.toThrow(
        `${name} names a server that has data`,
      );
    },
  );

  it('is made of a folder that has data, and that was restored to the end', async () => {
    await expect(backUp(env(), passphrase)).rejects.toThrow(`${dataDir} holds no data`);
    mkdirSync(join(dataDir, 'postgres', 'cluster'), { recursive: true });
    markUnfinished(dataDir);
    await expect(backUp(env(), passphrase)).rejects.toThrow('did not come to its end: repeat it');
  });

  it('is never within the data folder', async () => {
    await write();
    await refused('BACKUP_DIR is', { env: { BACKUP_DIR: join(dataDir, 'backups') } });
    mkdirSync(join(dataDir, 'postgres', 'cluster'), { recursive: true });
    await expect(backUp({ ...env(), BACKUP_DIR: dataDir }, passphrase)).rejects.toThrow('BACKUP_DIR is');
  });
});
