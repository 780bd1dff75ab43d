import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { type ExchangeRoute, publicRoutes } from '@halyard/contracts';
import { Bytes } from '@halyard/http';
import { choiceOfCoding, compressed } from '../media/compression.js';
import { hasCurrent } from '../rendering/entity-tags.js';

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'docs');
/** Stands in a text where the client's address of the API belongs. */
const ADDRESS = '{address of the API}';
/** A client that reads slowly keeps no more than this for itself. */
const CHUNK_BYTES = 64 * 1_024;

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, no-cache',
  vary: 'Accept-Encoding',
};

/** The documents that describe the API, as docs/ has them, but for the address of the API: that is the client's. */
@Injectable()
export class ApiDescriptions {
  /** Read when somebody asks: few do. */
  private readonly texts = new Map<string, Promise<string>>();

  async answer({ path }: ExchangeRoute, headers: IncomingHttpHeaders, baseUrl: string): Promise<Bytes> {
    const known = this.texts.get(path) ?? textOf(path);
    this.texts.set(path, known);
    const body = Buffer.from((await known).replace(ADDRESS, baseUrl));
    const etag = `W/"${hash('sha256', body, 'base64url')}"`;
    if (hasCurrent(headers['if-none-match'], etag)) return new Bytes(Readable.from([]), { ...HEADERS, etag }, 304);
    const choice = choiceOfCoding(headers['accept-encoding']);
    const packed = await compressed(body, choice);
    return new Bytes(Readable.from(chunksOf(packed ?? body), { objectMode: false }), {
      ...HEADERS,
      etag,
      'content-length': String((packed ?? body).length),
      ...(packed && choice.coding && { 'content-encoding': choice.coding }),
    });
  }
}

async function textOf(path: string): Promise<string> {
  const document = JSON.parse(await readFile(join(folder, path), 'utf8')) as object;
  return JSON.stringify(
    path === publicRoutes.getOpenApi.path ? { ...document, servers: [{ url: ADDRESS }] } : document,
  );
}

function* chunksOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += CHUNK_BYTES) yield body.subarray(at, at + CHUNK_BYTES);
}
