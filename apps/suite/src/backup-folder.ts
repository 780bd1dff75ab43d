import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import type { SuiteConfig } from './config.js';
import { StartFailure } from './start-failure.js';

/**
 * The absolute path of the folder for backups, which need not exist yet.
 * @throws StartFailure if it is in the data folder, with which it would be lost
 */
export function backupFolderOf({ dataDir, backupDir }: Pick<SuiteConfig, 'dataDir' | 'backupDir'>): string {
  const data = resolve(dataDir);
  const folder = backupDir === undefined ? join(dirname(data), '.backups') : resolve(backupDir);
  if (isWithin(real(folder), real(data))) {
    throw new StartFailure(
      `BACKUP_DIR is ${folder}, in the data folder ${data}: whoever loses the data would lose its backups. Set BACKUP_DIR to a folder outside of it.`,
    );
  }
  return folder;
}

/** The path without symbolic links, as far as it exists. */
function real(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(real(parent), basename(path));
}

function isWithin(path: string, folder: string): boolean {
  const steps = relative(folder, path);
  return steps !== '..' && !steps.startsWith(`..${sep}`);
}
