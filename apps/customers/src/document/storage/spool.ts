import { randomUUID } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { makeFolder } from '@halyard/persistence';

/** Nobody else can open the file. It disappears when it is closed or its process dies. */
export async function openSpool(dir: string): Promise<FileHandle> {
  makeFolder(resolve(dir));
  const path = join(dir, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}
