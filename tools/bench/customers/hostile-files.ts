import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';

export const MIB = 1_024 * 1_024;

const packed = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes), { level: 9 });
const pdf = (...parts: readonly (Buffer | string)[]): Buffer =>
  Buffer.concat(['%PDF-1.7\n', ...parts, '\n%%EOF\n'].map((part) => Buffer.from(part)));
const stream = (data: Buffer): Buffer => Buffer.concat([Buffer.from('stream\n'), data, Buffer.from('\nendstream\n')]);
const repeated = (part: Buffer, bytes: number): Buffer => Buffer.alloc(bytes, part);

/** Compressed data with one bit for each byte. No other data costs zlib more time for each byte of input. */
function slow(bytes: number): Buffer {
  const letters = Buffer.alloc(bytes, 'a');
  for (let at = 0; at < bytes; at += 40) letters[at] = 98 + (at % 3);
  return deflateSync(letters, { strategy: 2 });
}

function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

const png = (width: number, height: number, data: Buffer): Buffer => {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', data),
    pngChunk('IEND', Buffer.of()),
  ]);
};

/** Files that cost as much as files of their kind can, and honest files to compare with. */
export const hostileFiles: Readonly<Record<string, () => Buffer>> = {
  'text, refused by its first bytes': () => Buffer.from('no document'),
  'packed twice, 125 MiB': () => pdf(stream(deflateSync(packed(125 * MIB)))),
  'packed once, 900 MiB': () => pdf(stream(packed(900 * MIB))),
  'empty streams': () => pdf(repeated(stream(deflateSync('')), 7 * MIB)),
  'streams of a few words': () => pdf(repeated(stream(deflateSync('q BT ET Q'.repeat(20))), 7 * MIB)),
  'streams that are none': () => pdf(repeated(Buffer.from('stream\nq'), 7 * MIB)),
  'a picture of a pixel, 300 MiB': () => png(1, 1, packed(300 * MIB)),
  'a bit for each byte': () => pdf(stream(slow(40 * MIB))),
  'honest: noise in a PDF': () => pdf(stream(deflateSync(randomBytes(5 * MIB)))),
  'honest: a picture of noise': () => png(1_322, 1_322, deflateSync(randomBytes(5 * MIB))),
};
