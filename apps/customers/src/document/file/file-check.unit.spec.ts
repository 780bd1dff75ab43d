import { deflateSync } from 'node:zlib';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  ascii85Of,
  hexOf,
  jpeg,
  pdf,
  pdfOf,
  png,
  PNG_SIGNATURE,
  pngChunk,
  pngWith,
  pixels,
  sample,
  stored,
  storedThen,
} from '../../../test/files.js';
import type { Chunk } from '../../../test/files.js';
import { FileCheck } from './file-check.js';
import { UnreadableFile } from './format-check.js';
import { InflationCounter } from './inflation.js';
import { Unpacker } from './pdf/unpacking.js';

const everyFormat = ['image/jpeg', 'image/png', 'application/pdf'] as const;
const MIB = 1_024 * 1_024;

/** The format of the file, or what is wrong with it, when it arrives in chunks of this size. */
async function judge(file: Buffer, bytes: number): Promise<string | undefined> {
  const check = new FileCheck(everyFormat);
  try {
    for (let at = 0; at < file.length; at += bytes) await check.write(file.subarray(at, at + bytes));
    await check.end();
    return check.format;
  } catch (error) {
    if (error instanceof UnreadableFile) return error.message.replace('File invalid: ', '');
    throw error;
  }
}

/** Small files are cut into small chunks as well. */
const chunksFor = ({ length }: Buffer): number[] => [
  ...(length < 1_000 ? [1] : []),
  ...(length < 10_000 ? [7, 1_000] : []),
  64 * 1_024,
];

const deflated = (bytes: number): Buffer => deflateSync(Buffer.alloc(bytes), { level: 1 });
const bomb = deflated(100 * MIB);
const smallBomb = deflateSync(Buffer.alloc(60 * MIB), { level: 9 });
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
  ['a PDF with a page of A4, 300 dots per inch and 24 bits', pdf(deflated(2_480 * 3_508 * 3)), 'application/pdf'],
  ['a PDF with a thousand small streams', pdf(...Array<Buffer>(1_000).fill(deflated(300))), 'application/pdf'],
  ['a PDF with text of compressed data', pdf(ascii85Of(deflated(5_000)), hexOf(deflated(5_000))), 'application/pdf'],
  [
    'a PDF that speaks of streams',
    pdf(Buffer.from('(a stream of streams) /FlateDecode /LZW #45ncrypt')),
    'application/pdf',
  ],
  ['a large picture', png({ width: 10_000, height: 9_000 }), 'image/png'],
  ['a picture of 49 million pixels in 50 KB', pngWith(...pixels(7_000, 7_000)), 'image/png'],
  [
    'a PNG with texts and a profile',
    pngWith(
      ['iCCP', Buffer.concat([Buffer.from('sRGB\0\0'), deflated(3_000)])],
      ['zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflated(2 * MIB)])],
      ['iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0<x/>')],
      ['iTXt', Buffer.concat([Buffer.from('Comment\0\x01\0en\0Note\0'), deflated(1_000)])],
    ),
    'image/png',
  ],
  ...['success.png', 'success.jpg', 'fail.png', 'fail.jpg'].map(
    (name) =>
      [
        `the sample ${name}`,
        sample(`test-document-upload-${name}`),
        name.endsWith('png') ? 'image/png' : 'image/jpeg',
      ] as const,
  ),
];

const UNCHECKED = 'the PDF holds LZW or run-length data, which cannot be checked.';
const OVERLAP = 'its streams overlap.';
const BOMB_OF_PIXELS = 'the picture holds far more than its size says.';
const NEITHER = 'it is no JPEG, PNG or PDF.';
const NO_PNG = 'it begins as a PNG and is none.';
const NO_JPEG = 'it begins as a JPEG and is none.';
const BOMB = 'it holds far more than its size says.';
const OVER_AND_OVER = 'it holds data that is compressed over and over.';
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
  ['a PDF that is encrypted, with an escape in the name', pdf(Buffer.from('/#45ncrypt')), 'the PDF is encrypted.'],
  ['a PDF that is encrypted, in escapes alone', pdf(Buffer.from('/#45#6e#63#72#79#70#74 ')), 'the PDF is encrypted.'],
  ['a PDF that is encrypted, in other escapes', pdf(Buffer.from('/E#6Ecrypt ')), 'the PDF is encrypted.'],
  ...['/LZWDecode', '/L#5aWDecode', '/RunLengthDecode', '/RunL#65ngthDecode'].map(
    (name) => [`a PDF with ${name}`, pdf(Buffer.from(name)), UNCHECKED] as const,
  ),
  ...['\r', ' \n', '\t', '\r\n\r\n', '\n\n', '\n \n\t', '\0', '\f\n'].map(
    (space) => [`a bomb behind stream${JSON.stringify(space)}`, pdfOf(`stream${space}`, bomb), BOMB] as const,
  ),
  ['a bomb in hexadecimal digits', pdf(hexOf(bomb)), BOMB],
  ['a bomb in lines of digits', pdf(Buffer.from(hexOf(bomb).toString().replace(/.{64}/g, '$&\r\n'))), BOMB],
  ['a bomb in ASCII85', pdf(ascii85Of(bomb)), BOMB],
  ['a bomb in ASCII85 with its mark', pdf(Buffer.concat([Buffer.from('<~'), ascii85Of(bomb)])), BOMB],
  ['a bomb in ASCII85 in digits', pdf(hexOf(ascii85Of(bomb))), BOMB],
  ['a bomb in digits in ASCII85', pdf(ascii85Of(hexOf(bomb))), BOMB],
  ['a bomb in digits, compressed', pdf(deflateSync(hexOf(bomb))), BOMB],
  ['a bomb in compressed digits in digits', pdf(hexOf(deflateSync(hexOf(bomb)))), BOMB],
  ['a bomb behind the word stream in a text', pdfOf('(stream ) Tj\n2 0 obj << >> stream\n', bomb), BOMB],
  [
    'a bomb behind an empty stream',
    pdfOf('stream\n', Buffer.concat([deflateSync(''), Buffer.from('stream\n'), bomb])),
    BOMB,
  ],
  ['a bomb inside of stored data', pdf(stored(Buffer.concat([Buffer.from('stream\n'), smallBomb]))), BOMB],
  ['a bomb behind the word endstream', pdf(storedThen(Buffer.from('endstream'), bomb)), BOMB],
  ['a bomb with a wrong checksum', pdf(Buffer.concat([withoutEnd(bomb, 4), Buffer.alloc(4)])), BOMB],
  [
    'a compressed bomb with a wrong checksum',
    pdf(Buffer.concat([withoutEnd(deflateSync(bomb), 4), Buffer.alloc(4)])),
    BOMB,
  ],
  ['a bomb that is not at its end', pdf(withoutEnd(bomb, 100)), BOMB],
  ['a PDF of empty streams', pdf(...Array<Buffer>(5_000).fill(deflateSync(''))), BOMB],
  ['a PDF of streams alone', Buffer.from(`%PDF-1.7\n${'stream\nq '.repeat(100_000)}%%EOF`), BOMB],
  [
    'a PDF of streams in one another',
    pdfOf('', Buffer.from('stream\n\x78\x9c\0\xff\xff\0\0'.repeat(10), 'latin1'), Buffer.alloc(90_000)),
    OVERLAP,
  ],
  ['a PNG with a text of 100 MiB', pngWith(['zTXt', Buffer.concat([Buffer.from('Comment\0\0'), bomb])]), BOMB],
  [
    'a PNG with an international text of 100 MiB',
    pngWith(['iTXt', Buffer.concat([Buffer.from('C\0\x01\0en\0N\0'), bomb])]),
    BOMB,
  ],
  ['a PNG with a profile of 100 MiB', pngWith(['iCCP', Buffer.concat([Buffer.from('p\0\0'), bomb])]), BOMB],
  ['a PNG with a pixel of 100 MiB', pngWith(['IDAT', bomb]), BOMB_OF_PIXELS],
  [
    'a PNG with a pixel of 100 MiB in many chunks',
    pngWith(...Array.from({ length: 100 }, (_, n): Chunk => ['IDAT', bomb.subarray(n * 5_000, (n + 1) * 5_000)])),
    BOMB_OF_PIXELS,
  ],
  [
    'a PNG with texts of 4 MiB each',
    pngWith(...Array<Chunk>(3).fill(['zTXt', Buffer.concat([Buffer.from('C\0\0'), deflated(3 * MIB)])])),
    BOMB,
  ],
  ['a PNG with a text without a keyword', pngWith(['zTXt', Buffer.alloc(600, 'x')]), NO_PNG],
  ['a PNG that moves', pngWith(['fdAT', bomb]), 'the picture is animated.'],
  ['a PNG of empty chunks', pngWith(...Array<Chunk>(20_000).fill(['tEXt', Buffer.of()])), BOMB],
  [
    'a JPEG of empty segments',
    Buffer.concat([Buffer.of(0xff, 0xd8), Buffer.from('ffe00002'.repeat(20_000), 'hex')]),
    BOMB,
  ],
  ['a PDF with a stream of 140 MiB in 140 KiB', pdf(deflated(140 * MIB)), BOMB],
  ['a PDF with many streams of a few MiB', pdf(...Array<Buffer>(200).fill(deflated(MIB))), BOMB],
  ['a PDF with a stream that is packed twice', pdf(deflateSync(deflated(140 * MIB))), BOMB],
  ['a PDF with a stream that is packed three times', pdf(deflateSync(deflateSync(deflated(MIB)))), OVER_AND_OVER],
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

describe('the work of a check', () => {
  afterEach(() => void jest.restoreAllMocks());

  const emptyStreams = pdf(...Array<Buffer>(20_000).fill(deflateSync('')));

  it.each([
    ['data packed twice, in some hundred bytes', pdf(deflateSync(deflateSync(Buffer.alloc(125 * MIB), { level: 9 })))],
    ['a large stream', pdf(bomb)],
    ['many streams', pdf(...Array<Buffer>(200).fill(deflated(MIB)))],
    ['compressed digits', pdf(deflateSync(hexOf(stored(Buffer.alloc(64 * MIB)))))],
  ])('inflates 24 bytes for each that was received, and 24 MiB: %s', async (_, file) => {
    const taking = jest.spyOn(InflationCounter.prototype, 'write');
    expect(await judge(file, 64 * 1_024)).toBe(BOMB);
    const inflated = taking.mock.calls.reduce((sum, [chunk]) => sum + chunk.length, 0);
    expect(inflated).toBeLessThan(24 * MIB + 24 * file.length + 256 * 1_024);
  });

  it('looks at no more streams than so many bytes may have', async () => {
    const looking = jest.spyOn(Unpacker.prototype, 'write');
    expect(await judge(emptyStreams, 64 * 1_024)).toBe(BOMB);
    expect(looking.mock.calls.length).toBeLessThan(5_000);
  });

  it('lets others have the event loop again and again', async () => {
    let turns = 0;
    let next = setImmediate(function count() {
      turns += 1;
      next = setImmediate(count);
    });
    await judge(emptyStreams, emptyStreams.length);
    clearImmediate(next);
    expect(turns).toBeGreaterThan(15);
  });

  it('ends with the first bytes of a file that nobody wants', async () => {
    const inflating = jest.spyOn(InflationCounter.prototype, 'write');
    const check = new FileCheck(['image/png']);
    await check.write(pdf(bomb));
    await check.end();
    expect([check.format, check.isThorough, inflating.mock.calls.length]).toEqual(['application/pdf', false, 0]);
  });
});
