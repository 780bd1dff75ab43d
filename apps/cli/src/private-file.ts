import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { makeFolder } from '@halyard/persistence/make-folder';

/** Writes a file that only the user may read, and passes it on once it is complete. */
export async function withDraft<Result>(
  file: string,
  text: string,
  use: (draft: string) => Promise<Result>,
): Promise<Result> {
  makeFolder(dirname(resolve(file)));
  const draft = join(dirname(file), `.${process.pid}-${randomBytes(6).toString('hex')}`);
  await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
  try {
    return await use(draft);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Writes a private file whole or not at all, however the process ends. */
export const writePrivate = (file: string, text: string): Promise<void> =>
  withDraft(file, text, (draft) => rename(draft, file));

/** Whether a file could not be made because it already exists. */
export const isThere = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'EEXIST';
