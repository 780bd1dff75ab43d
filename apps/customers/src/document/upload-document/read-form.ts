import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { DOCUMENT_BYTES_MAX } from '@halyard/contracts/documents';
import { DomainError } from '@halyard/core';
import { fieldOf, type IncomingExchange, wholeBody } from '@halyard/http';

/** Two parts of the form are used. */
const limits = {
  fieldNameSize: 100,
  fieldSize: 1_024,
  parts: 24,
  fileSize: DOCUMENT_BYTES_MAX,
  headerPairs: 16,
  headerSize: 8_192,
};

/** The part `file` while it is being received. */
export interface FormFile {
  /** The file's name in Unicode NFC, without folders that the client may send; empty if the client names no file. */
  readonly name: string;
  /** The value of `documentType`, if that part came before. */
  readonly documentType: string | undefined;
  /** Fails if the content is cut off, or too large. */
  readonly content: AsyncIterable<Buffer>;
}

export interface DocumentForm<Taken> {
  readonly documentTypes: readonly string[];
  /** The result of `take`, if there was a file. */
  readonly taken: Taken | undefined;
  readonly fileCount: number;
}

/**
 * Reads the form of a document. Its parts may come in any order; parts with other names are skipped.
 *
 * @param take gets the first file as it arrives; whatever it does not read is discarded
 * @throws DomainError BadRequest for a body that is not such a form or was cut short, FileTooLarge; any error of `take`
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
  parser.on('file', (_, stream: BusboyFileStream, fileName?: string) => {
    stream.on('error', () => undefined);
    files.push(stream);
    if (files.length > 1) return void stream.resume();
    const name = (fileName ?? '').normalize('NFC');
    taking = take({ name, documentType: documentTypes[0], content: contentOf(stream) }).finally(() => stream.resume());
    taking.catch((error: unknown) => stop.abort(error));
  });
  try {
    await pipeline(exchange.body, parser, { signal: stop.signal });
    await wholeBody(exchange);
  } catch (error) {
    // This makes `take` fail, too. Its end is awaited, so that no work goes on when the error is reported.
    for (const stream of files) stream.destroy(cutShort(error));
    await taking?.catch(() => undefined);
    if (stop.signal.aborted) throw stop.signal.reason;
    throw error instanceof DomainError ? error : cutShort(error);
  }
  return { documentTypes, taken: await taking, fileCount: files.length };
}

const cutShort = (cause: unknown): DomainError =>
  new DomainError('BadRequest', { message: 'The form could not be read, or ended before its last part.', cause });

/** The part's own name tells that it is the file: a file name and a media type are optional (RFC 7578, 4.2 and 4.4). */
const isPartAFile = (name?: string): boolean => name === 'file';

function parserOf({ headers }: IncomingExchange) {
  try {
    return new Busboy({ headers: { 'content-type': fieldOf(headers, 'content-type') ?? '' }, limits, isPartAFile });
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
