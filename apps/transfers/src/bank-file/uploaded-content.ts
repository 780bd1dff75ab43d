import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { BANK_FILE_BYTES_MAX } from '@halyard/contracts/bank-files';
import { DomainError, validationError } from '@halyard/core';
import { essenceOf, fieldOf, type IncomingExchange, wholeBody } from '@halyard/http';
import { usualFault } from '@halyard/input';

/** One part of the form is used. */
const limits = {
  fieldNameSize: 100,
  fieldSize: 1_024,
  parts: 24,
  fileSize: BANK_FILE_BYTES_MAX,
  headerPairs: 16,
  headerSize: 8_192,
};

/**
 * Reads the content of an uploaded file: a body of text, or the part `file` of a form. Other parts are skipped.
 *
 * @throws DomainError PayloadTooLarge for more than 1 MiB of content; ValidationError `/file` for a form without the
 * file or with several; BadRequest for a form that can't be read
 */
export async function uploadedContent(exchange: IncomingExchange): Promise<Buffer> {
  const isForm = essenceOf(fieldOf(exchange.headers, 'content-type') ?? '') === 'multipart/form-data';
  const content = isForm ? await contentOfForm(exchange) : await buffer(exchange.body);
  if (content.length > BANK_FILE_BYTES_MAX) throw tooLarge();
  return content;
}

const tooLarge = (): DomainError => new DomainError('PayloadTooLarge', { message: 'The file is larger than 1 MiB.' });

async function contentOfForm(exchange: IncomingExchange): Promise<Buffer> {
  const parser = parserOf(exchange);
  const files: BusboyFileStream[] = [];
  let content: Promise<Buffer> | undefined;
  parser.on('file', (_, stream: BusboyFileStream) => {
    stream.on('error', () => undefined);
    files.push(stream);
    if (files.length > 1) return void stream.resume();
    content = buffer(stream as Readable);
    content.catch(() => undefined);
  });
  try {
    await pipeline(exchange.body, parser);
    await wholeBody(exchange);
  } catch (error) {
    for (const stream of files) stream.destroy();
    throw error instanceof DomainError ? error : unreadable(error);
  }
  if (!content) throw validationError(usualFault('Required', '/file'));
  if (files.length > 1) throw validationError(usualFault('Invalid', '/file', 'One file is taken at a time.'));
  if (files[0]?.truncated) throw tooLarge();
  return content;
}

const unreadable = (cause: unknown): DomainError =>
  new DomainError('BadRequest', { message: 'The form could not be read, or ended before its last part.', cause });

/** The part's own name tells that it is the file: a file name and a media type are optional (RFC 7578, 4.2 and 4.4). */
const isPartAFile = (name?: string): boolean => name === 'file';

function parserOf({ headers }: IncomingExchange) {
  try {
    return new Busboy({ headers: { 'content-type': fieldOf(headers, 'content-type') ?? '' }, limits, isPartAFile });
  } catch (cause) {
    throw unreadable(cause);
  }
}
