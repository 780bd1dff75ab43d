import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes sure that a folder exists. Missing parts of its path are created for their owner only. Node's own recursive
 * mkdir runs for ever if a file system, such as `/proc`, answers ENOENT although the parent exists.
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
    if (!isFolder(path)) throw error; // another process may have made it first
  }
}
