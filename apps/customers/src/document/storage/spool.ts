import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that nobody else can open, and that disappears when it is closed or its process dies. */
export async function openSpool(dir: string): Promise<FileHandle> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, randomUUID());
  const file = await open(path, 'wx+', 0o600);
  await rm(path);
  return file;
}
