import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { DOCUMENT_BYTES_MAX } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { fieldOf, type IncomingExchange, wholeBody } from '@halyard/http';

/** Of a form that has two parts that count. */
const limits = {
  fieldNameSize: 100,
  fieldSize: 1_024,
  fields: 16,
  files: 8,
  parts: 24,
  fileSize: DOCUMENT_BYTES_MAX,
  headerPairs: 16,
  headerSize: 8_192,
};

/** The part `file` while it comes. */
export interface FormFile {
  /** Without the folders that a client may name. */
  readonly name: string;
  /** Fails where it is cut off, or too large. */
  readonly content: AsyncIterable<Buffer>;
}

export interface DocumentForm<Taken> {
  /** What was said of its type, each time. */
  readonly documentTypes: readonly string[];
  /** What came of the file, if there was one. */
  readonly taken: Taken | undefined;
  readonly fileCount: number;
}

/**
 * Reads the form of a document, its parts in any order; parts of other names are passed over.
 *
 * @param take gets the file as it comes, the first if there are several, and leaves what it does not read
 * @throws DomainError BadRequest for what is no such form or was cut short, FileTooLarge; whatever `take` fails with
 */
export async function readForm<Taken>(
  exchange: IncomingExchange,
  take: (file: FormFile) => Promise<Taken>,
): Promise<DocumentForm<Taken>> {
  const parser = parserOf(exchange);
  const documentTypes: string[] = [];
  const files: BusboyFileStream[] = [];
  const stop = new AbortController();
  let taking: Promise<Taken> | undefined;
  parser.on('field', (name, value) => {
    if (name === 'documentType') documentTypes.push(value);
  });
  parser.on('file', (name, stream: BusboyFileStream, fileName) => {
    stream.on('error', () => undefined);
    if (name === 'file') files.push(stream);
    if (name !== 'file' || files.length > 1) return void stream.resume();
    taking = take({ name: fileName, content: contentOf(stream) }).finally(() => stream.resume());
    taking.catch((error: unknown) => stop.abort(error));
  });
  try {
    await pipeline(exchange.body, parser, { signal: stop.signal });
    await wholeBody(exchange);
  } catch (error) {
    // What was being taken fails too, and has come to its end before anything is said of it.
    for (const stream of files) stream.destroy(cutShort(error));
    await taking?.catch(() => undefined);
    if (stop.signal.aborted) throw stop.signal.reason;
    throw error instanceof DomainError ? error : cutShort(error);
  }
  return { documentTypes, taken: await taking, fileCount: files.length };
}

const cutShort = (cause: unknown): DomainError =>
  new DomainError('BadRequest', { message: 'The form could not be read, or ended before it was whole.', cause });

function parserOf({ headers }: IncomingExchange) {
  try {
    return new Busboy({ headers: { 'content-type': fieldOf(headers, 'content-type') ?? '' }, limits });
  } catch (cause) {
    throw cutShort(cause);
  }
}

async function* contentOf(stream: Readable & { readonly truncated: boolean }): AsyncIterable<Buffer> {
  try {
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    throw error instanceof DomainError ? error : cutShort(error);
  }
  if (stream.truncated) throw new DomainError('FileTooLarge', { message: 'The file is larger than 10 MiB.' });
}
