import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes sure that a folder exists; missing parts of its path are created for its owner only. Node's own recursive mkdir
 * runs for ever if a file system answers ENOENT though the parent exists, as `/proc` does.
 * @param path absolute
 * @throws the file system's error
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    if (!isFolder(path)) throw error; // another process was faster
  }
}
