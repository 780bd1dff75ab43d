import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findPostmaster } from './postmaster.js';

/** The port of the server that runs on a data directory; undefined if none does. Nothing is started or changed. */
export function portOfRunningPostgres(dataDir: string): number | undefined {
  const dir = join(resolve(dataDir), 'cluster', 'data');
  return existsSync(dir) ? findPostmaster(realpathSync(dir))?.port : undefined;
}
