import { createHash } from 'node:crypto';
import { newId } from '@halyard/core';
import { FileCheck, type FileFormat } from '../file/file-check.js';
import { UnreadableFile } from '../file/format-check.js';
import type { DocumentVault } from '../storage/document-vault.js';
import type { FormFile } from './read-form.js';

export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly key: Buffer;
  readonly format: FileFormat;
  readonly size: number;
  readonly sha256: string;
  /** Whether the content was examined. It is not if no document of this kind was asked for. */
  readonly isExamined: boolean;
}

/** The file is not a valid document. */
export interface RefusedFile {
  readonly id: string;
  readonly problem: string;
}

export interface FileIntake {
  readonly vault: DocumentVault;
  /** Only the content of these formats is examined. */
  readonly formats: readonly FileFormat[];
  /** Runs each piece of the check. */
  readonly inLine: (work: () => Promise<void>) => Promise<void>;
}

/** Stores a file in the vault as it arrives, under a new id, and checks it on the way. */
export async function storeFile(
  { name, content }: FormFile,
  { vault, formats, inLine }: FileIntake,
): Promise<StoredFile | RefusedFile> {
  const id = newId();
  const check = new FileCheck(formats);
  const hash = createHash('sha256');
  let size = 0;
  async function* checked(): AsyncIterable<Buffer> {
    for await (const chunk of content) {
      size += chunk.length;
      hash.update(chunk);
      await inLine(() => check.write(chunk));
      yield chunk;
    }
    await inLine(() => check.end());
  }
  try {
    const key = await vault.store(id, checked());
    const { format, isThorough: isExamined } = check;
    if (!format) throw new UnreadableFile('File invalid.');
    return { id, name, key, format, size, sha256: hash.digest('hex'), isExamined };
  } catch (error) {
    await vault.discard(id);
    if (error instanceof UnreadableFile) return { id, problem: error.message };
    throw error;
  }
}
