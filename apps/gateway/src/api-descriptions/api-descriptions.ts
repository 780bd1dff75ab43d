import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { EXAMPLE_ADDRESS, type ExchangeRoute } from '@halyard/contracts';
import { publicRoutes } from '@halyard/public-api';
import { Bytes } from '@halyard/http';
import { hasCurrent } from '../rendering/entity-tags.js';

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'docs');
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'public, no-cache',
  vary: 'Accept-Encoding',
};

/** The documents from docs/ that describe the API, with the client's address of the API, also in examples. */
@Injectable()
export class ApiDescriptions {
  /** Each file is read at the first request for it: few clients ask. */
  private readonly texts = new Map<string, Promise<string>>();

  async answer({ path }: ExchangeRoute, headers: IncomingHttpHeaders, baseUrl: string): Promise<Bytes> {
    const known = this.texts.get(path) ?? textOf(path);
    this.texts.set(path, known);
    const body = Buffer.from((await known).replaceAll(EXAMPLE_ADDRESS, baseUrl));
    const etag = `W/"${hash('sha256', body, 'base64url')}"`;
    if (hasCurrent(headers['if-none-match'], etag)) return new Bytes(Readable.from([]), { ...HEADERS, etag }, 304);
    return new Bytes(Readable.from([body]), { ...HEADERS, etag, 'content-length': String(body.length) });
  }
}

async function textOf(path: string): Promise<string> {
  const document = JSON.parse(await readFile(join(folder, path), 'utf8')) as object;
  return JSON.stringify(
    path === publicRoutes.getOpenApi.path ? { ...document, servers: [{ url: EXAMPLE_ADDRESS }] } : document,
  );
}
