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

/** A picture of a single gray, of about `bytes` bytes. */
export const png = ({ width = 1, height = 1, bytes = 0, text = '' } = {}): Buffer =>
  Buffer.concat([
    PNG_SIGNATURE,
    pngChunk('IHDR', header(width, height)),
    pngChunk('tEXt', Buffer.concat([Buffer.from(`Comment\0${text}`), Buffer.alloc(bytes, 'x')])),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1 + width))),
    pngChunk('IEND', Buffer.of()),
  ]);

/** A picture of exactly `bytes` bytes. */
export const pngOf = (bytes: number): Buffer => png({ bytes: bytes - png().length });

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

/** A PDF with these streams. */
export const pdf = (...streams: readonly Buffer[]): Buffer =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'),
    ...streams.flatMap((stream, at) => [
      Buffer.from(`${at + 1} 0 obj\n<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
      stream,
      Buffer.from('\nendstream\nendobj\n'),
    ]),
    Buffer.from('trailer\n<< /Size 1 >>\nstartxref\n0\n%%EOF\n'),
  ]);
