import { hasCode } from '@halyard/local-servers';
import { readFile, rename, writeFile } from 'node:fs/promises';

/** Writes the file whole or not at all, and for its owner only. */
export async function writePrivately(file: string, content: object): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** The content of the file, which is made at the first request for it. */
export async function keptPrivately<Content extends object>(file: string, make: () => Content): Promise<Content> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Content;
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
  const content = make();
  await writePrivately(file, content);
  return content;
}
