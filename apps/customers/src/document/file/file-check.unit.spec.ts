import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { jpeg, pdf, png, PNG_SIGNATURE, pngChunk, sample } from '../../../test/files.js';
import { FileCheck } from './file-check.js';
import { UnreadableFile } from './format-check.js';

const MIB = 1_024 * 1_024;

/** The format of the file, or what is wrong with it, when it arrives in chunks of this size. */
async function judge(file: Buffer, bytes: number): Promise<string | undefined> {
  const check = new FileCheck();
  try {
    for (let at = 0; at < file.length; at += bytes) await check.take(file.subarray(at, at + bytes));
    await check.end();
    return check.format;
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message.replace('File invalid: ', '');
    throw error;
  }
}

/** Small files are cut into small chunks as well. */
const chunksFor = ({ length }: Buffer): number[] => (length < 10_000 ? [7, 1_000, 64 * 1_024] : [64 * 1_024]);

const deflated = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes), { level: 1 });
const withoutEnd = (file: Buffer, bytes: number): Buffer => file.subarray(0, -bytes);

const taken: readonly (readonly [name: string, file: Buffer, format: string])[] = [
  ['a PNG', png(), 'image/png'],
  ['a JPEG', jpeg(), 'image/jpeg'],
  [
    'a JPEG with more behind its end, as phones write it',
    Buffer.concat([jpeg(), Buffer.from('MotionPhoto')]),
    'image/jpeg',
  ],
  ['a PDF', pdf(deflated(1_000)), 'application/pdf'],
  [
    'a PDF whose streams are no zlib',
    pdf(Buffer.from('BT (x) Tj ET'), Buffer.from('x\x9cgarbage', 'latin1')),
    'application/pdf',
  ],
  ['a PDF with 60 MiB of pictures', pdf(...Array.from({ length: 6 }, () => deflated(10 * MIB))), 'application/pdf'],
  ['a large picture', png({ width: 10_000, height: 9_000 }), 'image/png'],
  ...['success.png', 'success.jpg', 'fail.png', 'fail.jpg'].map(
    (name) =>
      [
        `the sample ${name}`,
        sample(`test-document-upload-${name}`),
        name.endsWith('png') ? 'image/png' : 'image/jpeg',
      ] as const,
  ),
];

const NEITHER = 'it is no JPEG, PNG or PDF.';
const NO_PNG = 'it begins as a PNG and is none.';
const NO_JPEG = 'it begins as a JPEG and is none.';
const BOMB = 'the PDF holds far more than its size says.';
const refused: readonly (readonly [name: string, file: Buffer, problem: string])[] = [
  ['nothing', Buffer.of(), NEITHER],
  ['a byte', Buffer.of(0xff), NEITHER],
  ['text', Buffer.from('only text'), NEITHER],
  ['a page', Buffer.from('<html><script>alert(1)</script>'), NEITHER],
  ['a GIF', Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1'), NEITHER],
  ['a TIFF', Buffer.from('II*\0\x08\0\0\0', 'latin1'), NEITHER],
  ['a zip, of whatever size it would be', Buffer.from('PK\x03\x04\x14\0\0\0\x08\0', 'latin1'), NEITHER],
  ['a program', Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'), NEITHER],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), NEITHER],
  ['a PNG by its first bytes alone', Buffer.concat([PNG_SIGNATURE, Buffer.from('<script>alert(1)</script>')]), NO_PNG],
  ['a PNG without data', Buffer.concat([PNG_SIGNATURE, png().subarray(8, 33), pngChunk('IEND', Buffer.of())]), NO_PNG],
  ['a PNG without a header', Buffer.concat([PNG_SIGNATURE, pngChunk('IDAT', Buffer.of(1))]), NO_PNG],
  ['a PNG that is cut off', withoutEnd(png(), 1), NO_PNG],
  ['a PNG with a zip behind it', Buffer.concat([png(), Buffer.from('PK\x03\x04')]), 'something follows the PNG.'],
  ['a PNG that unpacks to 3 GB', png({ width: 30_000, height: 30_000 }), 'the picture has too many pixels.'],
  ['a PNG of no size', png({ width: 0 }), 'the picture has too many pixels.'],
  [
    'a JPEG by its first bytes alone',
    Buffer.concat([Buffer.of(0xff, 0xd8, 0xff), Buffer.from('<script>alert(1)</script>')]),
    NO_JPEG,
  ],
  ['a JPEG that is cut off', withoutEnd(jpeg(), 2), NO_JPEG],
  ['a JPEG without a frame', Buffer.concat([jpeg().subarray(0, 8), jpeg().subarray(21)]), NO_JPEG],
  ['a JPEG of 4 billion pixels', jpeg({ width: 65_535, height: 65_535 }), 'the picture has too many pixels.'],
  ['a PDF that is cut off', withoutEnd(pdf(deflated(1_000)), 6), 'it begins as a PDF and is cut off.'],
  [
    'a PDF that is encrypted',
    Buffer.concat([pdf(), Buffer.from('<< /Encrypt 5 0 R >>\n%%EOF')]),
    'the PDF is encrypted.',
  ],
  ['a PDF with a stream of 140 MiB in 140 KiB', pdf(deflated(140 * MIB)), BOMB],
  ['a PDF with many streams of a few MiB', pdf(...Array<Buffer>(200).fill(deflated(MIB))), BOMB],
  ['a PDF with a stream that is packed twice', pdf(deflateSync(deflated(140 * MIB))), BOMB],
  ['a PDF with a stream that is packed three times', pdf(deflateSync(deflateSync(deflated(MIB)))), BOMB],
];

describe('a file', () => {
  it.each(taken)('may be %s', async (_, file, format) => {
    for (const bytes of chunksFor(file)) expect(await judge(file, bytes)).toBe(format);
  });

  it.each(refused)('may not be %s', async (_, file, problem) => {
    for (const bytes of chunksFor(file)) expect(await judge(file, bytes)).toBe(problem);
  });

  it.each([
    ['PNG', png({ text: 'x' }), 'image/png'],
    ['JPEG', jpeg(), 'image/jpeg'],
    ['PDF', pdf(deflated(5_000)), 'application/pdf'],
  ])('is the same however it comes: a %s', async (_, file, format) => {
    for (let bytes = 1; bytes < 20; bytes += 1) expect(await judge(file, bytes)).toBe(format);
  });
});
