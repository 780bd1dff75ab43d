import { afterAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeFolder } from './make-folder.js';

describe('makeFolder', () => {
  const root = mkdtempSync(join(tmpdir(), 'halyard-folder-'));
  afterAll(() => rmSync(root, { recursive: true }));

  it('creates what is missing, for its owner only, and may be repeated', () => {
    const folder = join(root, 'a', 'b', 'c');
    makeFolder(folder);
    makeFolder(folder);
    expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o700);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it('fails where a file is in the way', () => {
    const file = join(root, 'file');
    writeFileSync(file, '');
    for (const path of [file, join(file, 'below'), join(file, 'far', 'below')]) {
      expect(() => makeFolder(path)).toThrow(/^(?:EEXIST|ENOTDIR)/);
    }
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('fails where the file system has no place for folders', () => {
    for (const path of ['/proc/halyard', '/proc/halyard/data', '/dev/null/data', '/proc/self/fd/data']) {
      expect(() => makeFolder(path)).toThrow(/mkdir/);
    }
  });
});
