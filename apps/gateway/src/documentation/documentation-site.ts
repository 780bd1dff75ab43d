import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join, posix } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { EXAMPLE_ADDRESS } from '@halyard/contracts';
import { DomainError, errorCodeOf } from '@halyard/core';
import { Bytes } from '@halyard/http';
import { pageHeaders, policyOf } from '@halyard/pages';
import type { FastifyInstance } from 'fastify';
import { GatewayConfig } from '../config.js';
import { prefersPage } from '../media/accept.js';
import { hasCurrent } from '../rendering/entity-tags.js';
import { describedOperations } from './api-document.js';
import { referenceStyle } from './reference-page.html.js';
import { notBuiltPage, referencePages } from './reference-pages.js';
import { typeOf } from './site-routes.js';

/** `npm run docs` writes the site here. */
const BUILT = join(import.meta.dirname, '..', '..', '..', '..', 'site', 'dist');
const ROOT = '/docs';
/** The names of these files change with their content. */
const NAMED_BY_CONTENT = '/docs/_astro/';

const SELF = "'self'";

const PAGE_HEADERS = {
  // The page loads only files of the site itself, like every page of this origin.
  'content-security-policy': policyOf({
    'script-src': [SELF],
    'style-src': [SELF],
    'img-src': [SELF, 'data:'],
    'connect-src': [SELF],
  }),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), payment=()',
  'referrer-policy': 'same-origin',
  'x-frame-options': 'DENY',
};

export type SiteRequest = Pick<IncomingHttpHeaders, 'accept' | 'if-none-match'>;

declare module 'fastify' {
  interface FastifyInstance {
    readonly helpFor: DocumentationSite['helpFor'];
  }
}

/**
 * Serves the documentation as static files. In the image they are compressed, `index.html.gz` in place of `index.html`,
 * which saves 100 MB. Without them it serves pages of errors and operations of its own.
 */
@Injectable()
export class DocumentationSite implements OnModuleInit {
  private readonly folder: string;
  /** Made at the first request for one of them. */
  private reference: Promise<ReadonlyMap<string, string>> | undefined;

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    { documentationDir = BUILT }: GatewayConfig,
  ) {
    this.folder = documentationDir;
  }

  onModuleInit(): void {
    this.adapterHost.httpAdapter.getInstance<FastifyInstance>().decorate('helpFor', this.helpFor);
  }

  /** The value of a `Link` to the page of an error code (RFC 8288). */
  readonly helpFor = (code: string, baseUrl: string): string => `<${baseUrl}${ROOT}/errors/${code}/>; rel="help"`;

  /** Checked each time, as the site may be built while the suite runs. */
  private get isBuilt(): boolean {
    return ['index.html', 'index.html.gz'].some((name) => existsSync(join(this.folder, name)));
  }

  /**
   * @param path decoded
   * @param baseUrl the client's address of the API, which examples have
   * @throws DomainError NotFound
   */
  async answer(path: string, headers: SiteRequest, baseUrl: string): Promise<Bytes> {
    if (path === ROOT) return moved(`${ROOT}/`);
    if (!this.isBuilt) return this.withoutSite(path, headers, baseUrl);
    const address = path === '/llms.txt' ? `${ROOT}/llms.txt` : path;
    const file = await this.fileAt(address);
    if (file) return sent(address, file, headers);
    if (!address.endsWith('/') && (await this.fileAt(`${address}/`))) return moved(`${address}/`);
    const page = prefersPage(headers.accept) ? await this.fileAt(`${ROOT}/404.html`) : undefined;
    if (!page) throw new DomainError('NotFound');
    return new Bytes(Readable.from([page]), { ...PAGE_HEADERS, 'content-type': typeOf('.html') }, 404);
  }

  /** Answers from the tables of the API what the site would have of them. @throws DomainError NotFound */
  private async withoutSite(path: string, { accept }: SiteRequest, baseUrl: string): Promise<Bytes> {
    const pages = await (this.reference ??= describedOperations().then(referencePages));
    const page = pages.get(path);
    if (page !== undefined) return referenceOf(page.replaceAll(EXAMPLE_ADDRESS, baseUrl), 200);
    if (pages.has(`${path}/`)) return moved(`${path}/`);
    if (prefersPage(accept)) return referenceOf(notBuiltPage(), 404);
    throw new DomainError('NotFound', { message: 'The documentation is not built: `npm run docs` builds it.' });
  }

  /** @returns undefined if the site has nothing at the address */
  private async fileAt(address: string): Promise<Buffer | undefined> {
    const named = address.endsWith('/') ? `${address}index.html` : address;
    // An address that leads out of the site, or is written differently from the site's links, has no file.
    if (posix.normalize(named) !== named || !named.startsWith(`${ROOT}/`) || named.includes('\0')) return undefined;
    const file = join(this.folder, named.slice(ROOT.length));
    const plain = await read(file);
    if (plain) return plain;
    const compressed = await read(`${file}.gz`);
    return compressed && (await decompressed(compressed));
  }
}

const decompressed = promisify(gunzip);

/** @returns undefined if there is no such file */
async function read(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch (error) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'].includes(errorCodeOf(error) ?? '')) return undefined;
    throw error;
  }
}

function sent(address: string, file: Buffer, { 'if-none-match': ifNoneMatch }: SiteRequest): Bytes {
  const etag = `W/"${hash('sha256', file, 'base64url')}"`;
  const type = typeOf(address.endsWith('/') ? '.html' : address);
  const headers = {
    'content-type': type,
    'cache-control': address.startsWith(NAMED_BY_CONTENT) ? 'public, max-age=31536000, immutable' : 'public, no-cache',
    vary: 'Accept-Encoding',
    etag,
    ...PAGE_HEADERS,
  };
  if (hasCurrent(ifNoneMatch, etag)) return new Bytes(Readable.from([]), headers, 304);
  return new Bytes(Readable.from([file]), { ...headers, 'content-length': String(file.length) });
}

const REFERENCE_HEADERS = pageHeaders({ style: referenceStyle, formAction: ["'none'"] });

const referenceOf = (page: string, status: number): Bytes =>
  new Bytes(Readable.from([page]), { ...REFERENCE_HEADERS, 'content-length': String(Buffer.byteLength(page)) }, status);

const moved = (location: string): Bytes => new Bytes(Readable.from([]), { location, 'content-length': '0' }, 308);
