import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { Bytes } from '@halyard/http';
import { mediaRanges } from './accept.js';

/** In order of our preference, for clients that accept several equally. */
const codings = ['br', 'gzip'] as const;
export type ContentCoding = (typeof codings)[number];

/** Compressing shorter bodies does not save a packet. */
const WORTH_BYTES_MIN = 1_024;
/** Each compression needs its own memory, and one of the four threads that also read files. */
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

/** RFC 9110, 12.5.3. */
export interface CodingChoice {
  readonly coding?: ContentCoding;
  /** Whether the client accepts an answer without a coding. */
  readonly canDoWithout: boolean;
}

/** An answer is not compressed if the client names no coding, or refuses every coding. */
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

/** Compressions under way in the whole process, since they share its threads. */
let atOnce = 0;

/** Compresses a few bodies at a time; more are sent as they are. @returns undefined to send the body as it is */
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

/** A client that reads slowly keeps no more than this in memory. */
const CHUNK_BYTES = 64 * 1_024;

function* chunksOf(body: Buffer): Generator<Buffer> {
  for (let at = 0; at < body.length; at += CHUNK_BYTES) yield body.subarray(at, at + CHUNK_BYTES);
}

/** Compresses only files that are the same for everybody. */
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
