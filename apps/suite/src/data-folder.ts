import { access, constants, mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { StartFailure } from './start-failure.js';

/**
 * Creates the data folder, for its owner only, if it is missing.
 *
 * @returns its absolute path
 * @throws StartFailure when it can't be created or written to
 */
export async function openDataFolder(dataDir: string): Promise<string> {
  const folder = resolve(dataDir);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StartFailure(`The data folder can't be written to: set DATA_DIR to one that this user may write.`, {
      cause,
    });
  }
  return folder;
}
