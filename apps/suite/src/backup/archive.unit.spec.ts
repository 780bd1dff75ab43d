import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { FileCopy } from '@halyard/local-servers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readArchive, writeArchive } from './archive.js';
import { type KeyOf, seal } from './sealed-stream.js';

const MIB = 1024 * 1024;
const keyOf: KeyOf = (salt) => Promise.resolve(createHash('sha256').update(salt).digest());
const about = { made: '2026-01-02T03:04:05.000Z', postgres: '18' };

const each = (copies: readonly FileCopy[]): AsyncIterable<FileCopy> => Readable.from(copies);

describe('an archive', () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'halyard-archive-'));
  });
  afterAll(() => rmSync(root, { recursive: true }));

  const written = async (copies: readonly FileCopy[]): Promise<string> => {
    const file = join(root, `${randomBytes(4).toString('hex')}.backup`);
    await writeArchive(about, each(copies), { keyOf, to: createWriteStream(file) });
    return file;
  };
  const read = async (file: string) => {
    const found: unknown[] = [];
    await readArchive(file, keyOf, {
      begin: (manifest) => found.push(manifest),
      file: async ({ path, mode, content }) => {
        found.push({ path, mode, content: content && (await buffer(Readable.from(content))) });
      },
    });
    return found;
  };

  it('gives back folders and files, empty ones and large ones, with their permissions', async () => {
    const copies = [
      { path: 'folder', mode: 0o700, content: undefined },
      { path: 'folder/empty', mode: 0o600, content: [] },
      { path: 'folder/größer than a block', mode: 0o644, content: [randomBytes(MIB), Buffer.alloc(0), randomBytes(5)] },
    ];
    const expected = copies.map((copy) => ({ ...copy, content: copy.content && Buffer.concat(copy.content) }));
    expect(await read(await written(copies))).toEqual([about, ...expected]);
  });

  it.each(['/etc/passwd', '../beside', 'a/../../b', 'a//b', '', 'a\\b', 'a\0b', '.'])(
    'has no path %j, which would be outside of the folder',
    async (path) => {
      await expect(read(await written([{ path, mode: 0o600, content: [] }]))).rejects.toThrow();
    },
  );

  it('gives no content of a file that was changed before it', async () => {
    const file = await written([{ path: 'a', mode: 0o600, content: [randomBytes(MIB)] }]);
    const bytes = readFileSync(file);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    writeFileSync(file, bytes);
    await expect(read(file)).rejects.toThrow('It was changed or cut');
  });

  it('has nothing after its end', async () => {
    const file = join(root, 'longer.backup');
    const first = Buffer.from(JSON.stringify(about));
    const blocks = [Buffer.from([0, 0, 0, first.length]), first, Buffer.alloc(4), Buffer.from('more')];
    writeFileSync(file, await buffer(seal([gzipSync(Buffer.concat(blocks))], keyOf)));
    await expect(read(file)).rejects.toThrow('It has content after its end');
  });

  it('reads no more than it can pass on, whatever the size', async () => {
    let readMib = 0;
    const endless = (function* () {
      for (; ; readMib += 1) yield randomBytes(MIB);
    })();
    const stuck = new Writable({ write: () => undefined });
    const writing = writeArchive(about, each([{ path: 'a', mode: 0o600, content: endless }]), { keyOf, to: stuck });
    let last = -1;
    for (let quiet = 0; quiet < 1_000; quiet = readMib === last ? quiet + 1 : 0) {
      last = readMib;
      await turn();
    }
    expect(readMib).toBeLessThan(8);
    stuck.destroy(new Error('enough'));
    await expect(writing).rejects.toThrow('enough');
  });
});
