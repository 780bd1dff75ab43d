import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

/** A sample that ships with the product. */
export const sample = (name: string): Buffer => readFileSync(join(import.meta.dirname, '..', 'samples', name));

export function pngChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), data, Buffer.alloc(4)]);
  chunk.writeUInt32BE(data.length, 0);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

export const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

const header = (width: number, height: number): Buffer => {
  const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  return data;
};

/** A single gray, of about `bytes` bytes. */
export const png = ({ width = 1, height = 1, bytes = 0, text = '' } = {}): Buffer =>
  Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header(width, height)),
    pngChunk('tEXt', Buffer.concat([Buffer.from(`Comment\0${text}`), Buffer.alloc(bytes, 'x')])),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1 + width))),
    pngChunk('IEND', Buffer.of()),
  ]);

export const pngOf = (bytes: number): Buffer => png({ bytes: bytes - png().length });

export type Chunk = readonly [type: string, data: Buffer];

/** One pixel with these chunks behind its header. They may be the pixels of another picture. */
export function pngWith(...chunks: readonly Chunk[]): Buffer {
  const [first, ...others] = chunks[0]?.[0] === 'IHDR' ? chunks : [['IHDR', header(1, 1)] as const, ...chunks];
  const hasPixels = others.some(([type]) => type === 'IDAT');
  const all = [first, ...others, ...(hasPixels ? [] : [pixel]), ['IEND', Buffer.of()] as const];
  return Buffer.concat([PNG_SIGNATURE, ...all.map(([type, data]) => pngChunk(type, data))]);
}
const pixel: Chunk = ['IDAT', deflateSync(Buffer.alloc(2))];

/** A header with all of its pixels. */
export const pixels = (width: number, height: number): readonly Chunk[] => [
  ['IHDR', header(width, height)],
  ['IDAT', deflateSync(Buffer.alloc((1 + width) * height), { level: 9 })],
];

export const jpeg = ({ width = 1, height = 1 } = {}): Buffer => {
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const scan = Buffer.from([0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 0x2a]);
  return Buffer.concat([
    Buffer.of(0xff, 0xd8),
    Buffer.from([0xff, 0xe0, 0, 4, 1, 1]),
    frame,
    scan,
    Buffer.of(0xff, 0xd9),
  ]);
};

export const pdf = (...streams: readonly Buffer[]): Buffer => pdfOf('stream\n', ...streams);

/** This text begins each stream. */
export const pdfOf = (beginning: string, ...streams: readonly Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'),
    ...streams.flatMap((stream, at) => [
      Buffer.from(`${at + 1} 0 obj\n<< /Length ${stream.length} /Filter /FlateDecode >>\n${beginning}`),
      stream,
      Buffer.from('\nendstream\nendobj\n'),
    ]),
    Buffer.from('trailer\n<< /Size 1 >>\nstartxref\n0\n%%EOF\n'),
  ]);

/** Bytes as hexadecimal digits (ISO 32000-1, 7.4.2). */
export const hexOf = (bytes: Buffer): Buffer => Buffer.from(`${bytes.toString('hex')}>`);

/** Bytes in ASCII85 (ISO 32000-1, 7.4.3). */
export function ascii85Of(bytes: Buffer): Buffer {
  const padded = Buffer.concat([bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4)]);
  const groups: string[] = [];
  for (let at = 0; at < padded.length; at += 4) {
    let value = padded.readUInt32BE(at);
    const digits: number[] = [];
    for (let digit = 0; digit < 5; digit += 1) {
      digits.unshift(33 + (value % 85));
      value = Math.floor(value / 85);
    }
    groups.push(value === 0 && digits.every((digit) => digit === 33) ? 'z' : String.fromCharCode(...digits));
  }
  return Buffer.from(`${groups.join('').slice(0, bytes.length % 4 === 0 ? undefined : (bytes.length % 4) - 4)}~>`);
}

/** Holds the bytes as they are. */
export const stored = (bytes: Buffer): Buffer => deflateSync(bytes, { level: 0 });

/** Begins with bytes as they are, and goes on with the content of other zlib data. */
export const storedThen = (bytes: Buffer, data: Buffer): Buffer => {
  const head = Buffer.from([0x78, 0x01, 0, 0, 0, 0, 0]);
  head.writeUInt16LE(bytes.length, 3);
  head.writeUInt16LE(0xffff - bytes.length, 5);
  return Buffer.concat([head, bytes, data.subarray(2)]);
};
