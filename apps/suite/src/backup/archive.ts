import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { FileCopy } from '@halyard/local-servers';
import { z } from 'zod';
import { BackupUnusable } from './backup-unusable.js';
import { ByteReader } from './byte-reader.js';
import { type KeyOf, open, seal } from './sealed-stream.js';

/** The size of no block is greater. */
const BLOCK_BYTES_MAX = 1024 * 1024;
const LENGTH_BYTES = 4;

const isPlain = (path: string): boolean =>
  path.split('/').every((part) => !['', '.', '..'].includes(part) && !/[\\\0]/.test(part));

const manifest = z.object({ made: z.iso.datetime(), postgres: z.string() });
const heading = z.object({
  path: z.string().refine(isPlain),
  mode: z.int().min(0).max(0o777),
  isFolder: z.boolean(),
});

/** The first words of a backup. */
export type Manifest = z.infer<typeof manifest>;

/** The content of an archive, compressed and encrypted. A block without bytes ends a file, and the archive. */
export async function writeArchive(
  about: Manifest,
  files: AsyncIterable<FileCopy>,
  { keyOf, to }: { readonly keyOf: KeyOf; readonly to: NodeJS.WritableStream },
): Promise<void> {
  await pipeline(
    encode(about, files),
    createGzip({ level: 1 }),
    (bytes: AsyncIterable<Buffer>) => seal(bytes, keyOf),
    to,
  );
}

async function* encode(about: Manifest, files: AsyncIterable<FileCopy>): AsyncGenerator<Buffer> {
  yield* block(Buffer.from(JSON.stringify(about)));
  for await (const { path, mode, content } of files) {
    const isFolder = content === undefined;
    yield* block(Buffer.from(JSON.stringify({ path, mode, isFolder } satisfies z.infer<typeof heading>)));
    if (content) for await (const bytes of content) if (bytes.length > 0) yield* block(bytes);
    if (content) yield* block(Buffer.alloc(0));
  }
  yield* block(Buffer.alloc(0));
}

function* block(bytes: Buffer): Generator<Buffer> {
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32BE(bytes.length);
  yield length;
  yield bytes;
}

export interface ArchiveReader {
  readonly begin: (about: Manifest) => void;
  /** The content must be read to its end. */
  readonly file: (copy: FileCopy) => Promise<void>;
}

/**
 * Reads an archive. If it returns, the file is whole and authentic; the reader is given authentic content only.
 * @throws BackupUnusable
 */
export async function readArchive(file: string, keyOf: KeyOf, reader: ArchiveReader): Promise<void> {
  await pipeline(
    createReadStream(file, { highWaterMark: BLOCK_BYTES_MAX }),
    (bytes: AsyncIterable<Buffer>) => open(bytes, keyOf),
    createGunzip(),
    (bytes: AsyncIterable<Buffer>) => decode(new ByteReader(bytes), reader),
  );
}

async function decode(bytes: ByteReader, reader: ArchiveReader): Promise<void> {
  reader.begin(manifest.parse(JSON.parse((await nextBlock(bytes)).toString())));
  for (let head = await nextBlock(bytes); head.length > 0; head = await nextBlock(bytes)) {
    const { path, mode, isFolder } = heading.parse(JSON.parse(head.toString()));
    await reader.file({ path, mode, content: isFolder ? undefined : blocksOf(bytes) });
  }
  if (!(await bytes.isAtEnd())) throw new BackupUnusable('It has content after its end');
}

async function* blocksOf(bytes: ByteReader): AsyncGenerator<Buffer> {
  for (let next = await nextBlock(bytes); next.length > 0; next = await nextBlock(bytes)) yield next;
}

async function nextBlock(bytes: ByteReader): Promise<Buffer> {
  const length = await bytes.upTo(LENGTH_BYTES);
  if (length.length < LENGTH_BYTES) throw new BackupUnusable('It ends too early');
  const size = length.readUInt32BE();
  if (size > BLOCK_BYTES_MAX) throw new BackupUnusable('It is of another format');
  const content = await bytes.upTo(size);
  if (content.length < size) throw new BackupUnusable('It ends too early');
  return content;
}
