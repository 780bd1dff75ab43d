import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { backupFolderOf } from './backup-folder.js';

describe('the folder for backups', () => {
  let root: string;
  let dataDir: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'halyard-backups-')));
    dataDir = join(root, 'data');
    mkdirSync(dataDir);
  });
  afterEach(() => rmSync(root, { recursive: true }));

  it('is beside the data folder by default', () => {
    expect(backupFolderOf({ dataDir })).toBe(join(root, '.backups'));
  });

  it('may be anywhere else, also where the name begins in the same way', () => {
    for (const backupDir of ['/elsewhere', root, `${dataDir}-backups`, join(root, '..data')]) {
      expect(backupFolderOf({ dataDir, backupDir })).toBe(backupDir);
    }
  });

  it('is not in the data folder, also not by a link', () => {
    symlinkSync(dataDir, join(root, 'link'));
    const within = ['', '.', 'backups', 'a/b', '..backups', '../data/x'].map((path) => `${dataDir}/${path}`);
    for (const backupDir of [...within, join(root, 'link', 'backups')]) {
      expect(() => backupFolderOf({ dataDir, backupDir })).toThrow('in the data folder');
    }
    expect(() => backupFolderOf({ dataDir: join(root, 'link'), backupDir: join(dataDir, 'x') })).toThrow();
  });
});
