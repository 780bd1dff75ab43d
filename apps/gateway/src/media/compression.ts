import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Bytes } from '@halyard/http';
import { mediaRanges } from './accept.js';

/** The first of them is sent to who likes them equally. */
const codings = ['br', 'gzip'] as const;
export type ContentCoding = (typeof codings)[number];

/** Shorter bodies gain nothing that the packets of a connection would show. */
const WORTH_BYTES_MIN = 1_024;
/** Each has memory of its own, and a thread of the four that also read files. */
const AT_ONCE_MAX = 8;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

/** Levels by measure (docs/performance.md, "Compressed answers"). */
const compressors: Readonly<Record<ContentCoding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    brotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => deflate(body, { level: 1 }),
};

/** What an Accept-Encoding asks for (RFC 9110, 12.5.3). */
export interface CodingChoice {
  readonly coding?: ContentCoding;
  /** Whether the answer may come without one. */
  readonly canDoWithout: boolean;
}

/** An answer is not compressed for a client that names no coding, nor for one that refuses every coding. */
export function choiceOfCoding(acceptEncoding: string | undefined): CodingChoice {
  if (acceptEncoding === undefined) return { canDoWithout: true };
  const ranges = mediaRanges(acceptEncoding);
  const qualityOf = (coding: string): number | undefined =>
    (ranges.find(({ type }) => type.toLowerCase() === coding) ?? ranges.find(({ type }) => type === '*'))?.quality;
  const plain = ranges.find(({ type }) => type.toLowerCase() === 'identity')?.quality ?? 0;
  let best = 0;
  let chosen: ContentCoding | undefined;
  for (const coding of codings) {
    const quality = qualityOf(coding) ?? 0;
    if (quality <= best || quality < plain) continue;
    best = quality;
    chosen = coding;
  }
  return { ...(chosen && { coding: chosen }), canDoWithout: qualityOf('identity') !== 0 };
}

/** Of this process, as are the threads. */
let atOnce = 0;

/**
 * Compresses a few bodies at a time: what comes beyond them leaves as it is, which costs only bytes.
 *
 * @returns undefined where the body is to be sent as it is
 */
export async function compressed(body: Buffer, { coding, canDoWithout }: CodingChoice): Promise<Buffer | undefined> {
  const isWorth = body.length >= WORTH_BYTES_MIN && atOnce < AT_ONCE_MAX;
  if (coding === undefined || (canDoWithout && !isWorth)) return undefined;
  atOnce += 1;
  try {
    return await compressors[coding](body);
  } finally {
    atOnce -= 1;
  }
}

/** A client that reads slowly keeps no more than this for itself. */
const CHUNK_BYTES = 64 * 1_024;

function* chunksOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += CHUNK_BYTES) yield body.subarray(at, at + CHUNK_BYTES);
}

/** A file that is the same for everybody, compressed where the client likes that. Other bytes stay as they are. */
export async function publicFile(bytes: Bytes, acceptEncoding: string | undefined): Promise<Bytes> {
  const { status, headers } = bytes;
  const isOpen = String(headers['cache-control']).startsWith('public');
  if (status !== 200 || !isOpen || 'content-encoding' in headers) return bytes;
  const named = { ...headers, vary: 'Accept-Encoding' };
  const choice = choiceOfCoding(acceptEncoding);
  if (choice.coding === undefined) return new Bytes(bytes.body, named);
  const whole = await buffer(bytes.body);
  const packed = await compressed(whole, choice);
  const body = packed ?? whole;
  return new Bytes(Readable.from(chunksOf(body), { objectMode: false }), {
    ...named,
    'content-length': String(body.length),
    ...(packed && { 'content-encoding': choice.coding }),
  });
}
