import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes sure that the names in a folder are on the disk, so that a new file lasts through a loss of power. */
export function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
