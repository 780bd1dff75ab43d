import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { types } from 'node:util';
import { hasCode } from './local-server-error.js';
import { isAlive } from './running-process.js';

const FRESH = /^new-(\d+)-/;

/** Removes the remains of unfinished first starts. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = FRESH.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

/** `fill` works in a temporary directory, which is then renamed as a whole: the first process wins. */
export async function makeWhole(
  parent: string,
  name: string,
  mode: number,
  fill: (fresh: string) => Promise<void>,
): Promise<void> {
  mkdirSync(parent, { recursive: true, mode });
  if (existsSync(join(parent, name))) return;
  removeLeftovers(parent);
  const fresh = join(parent, `new-${process.pid}-${randomBytes(4).toString('hex')}`);
  mkdirSync(fresh, { mode });
  try {
    await fill(fresh);
    renameSync(fresh, join(parent, name));
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
  }
}

/** The fault of a data directory, if that is the cause of an error. */
export function directoryFault(directory: string, error: unknown): string | undefined {
  if (!hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOSPC')) return undefined;
  const reason = types.isNativeError(error) ? error.message : '';
  return `The data directory ${directory} can't be used: ${reason}. Make it writable for this user, or choose another`;
}
