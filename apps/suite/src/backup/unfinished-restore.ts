import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { syncFolder } from '@halyard/persistence';

/** The file that marks a data folder as half restored. */
export const MARK = 'unfinished-restore';

const markOf = (dataDir: string): string => join(dataDir, MARK);

/** Says, in a sentence, that a data folder is only half restored; undefined if it is not. */
export const unfinishedRestoreIn = (dataDir: string): string | undefined =>
  existsSync(markOf(dataDir))
    ? `A restore into the data folder ${dataDir} did not come to its end: repeat it (npm run restore), or remove the folder.`
    : undefined;

/** Marks a data folder as half restored. The mark is on the disk when it returns. */
export function markUnfinished(dataDir: string): void {
  writeFileSync(markOf(dataDir), '', { mode: 0o600, flush: true });
  syncFolder(dataDir);
}

export function markFinished(dataDir: string): void {
  rmSync(markOf(dataDir));
  syncFolder(dataDir);
}
