import { accessSync, constants, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';
/** More than the servers of a run keep at a time. */
const NEEDED_BYTES = 8 * 1_024 ** 3;

function hasRoom() {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, freemem()) > NEEDED_BYTES;
  } catch {
    return false;
  }
}

/**
 * The folder in which a run keeps the data of its servers: in memory where there is room, since all of it is thrown away
 * and writing it to a disk took a third of a run; TEST_DATA_DIR names another. Programs are not to be put there: such a
 * file system may refuse to run them.
 */
export const dataParent = () => process.env.TEST_DATA_DIR ?? (hasRoom() ? IN_MEMORY : tmpdir());
