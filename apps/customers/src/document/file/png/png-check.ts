import { WorkAllowance } from '../allowance.js';
import { ByteWalk, type WalkStep } from '../byte-walk.js';
import { type FormatCheck, UnreadableFile } from '../format-check.js';
import { isViewable } from '../image-size.js';
import { Inflation } from '../inflation.js';
import { PngPixels } from './png-pixels.js';
import { isCompressedText, PngText, TEXT_BYTES_MAX } from './png-text.js';

const SIGNATURE_BYTES = 8;
const HEADER_BYTES = 13;
const CHECKSUM_BYTES = 4;
const CHUNK_COST = 4 * 1_024;

const broken = (): UnreadableFile => new UnreadableFile('File invalid: it begins as a PNG and is none.');

/**
 * The chunks of a PNG (ISO/IEC 15948, 5.3): a header, data, and nothing after the end chunk. Compressed data is
 * inflated: the pixels as one, each text by itself.
 */
function* chunks(allowance: WorkAllowance): Generator<WalkStep, void, Buffer> {
  yield { skip: SIGNATURE_BYTES };
  const pixels = yield* pixelsOf(allowance);
  const texts = new WorkAllowance(TEXT_BYTES_MAX);
  let hasData = false;
  for (;;) {
    allowance.spend(CHUNK_COST);
    const { type, length } = chunkAt(yield { see: 8 });
    if (type === 'IHDR') throw broken();
    if (type === 'fdAT') throw new UnreadableFile('File invalid: the picture is animated.');
    if (type === 'IDAT') {
      hasData = true;
      yield { skip: length, to: pixels };
    } else if (isCompressedText(type)) {
      const text = new PngText(type, texts);
      yield { skip: length, to: text };
      yield { end: text };
    } else {
      yield { skip: length };
    }
    yield { skip: CHECKSUM_BYTES };
    if (type !== 'IEND') continue;
    if (!hasData || length > 0) throw broken();
    yield { end: pixels };
    return;
  }
}

/** Reads the header. @returns the consumer of the pixels */
function* pixelsOf(allowance: WorkAllowance): Generator<WalkStep, Inflation, Buffer> {
  const { type, length } = chunkAt(yield { see: 8 });
  if (type !== 'IHDR' || length !== HEADER_BYTES) throw broken();
  const size = yield { see: 8 };
  const [width, height] = [size.readUInt32BE(0), size.readUInt32BE(4)];
  if (!isViewable(width, height)) throw new UnreadableFile('File invalid: the picture has too many pixels.');
  yield { skip: length - 8 + CHECKSUM_BYTES };
  return new Inflation(allowance, new PngPixels(allowance, width, height));
}

function chunkAt(head: Buffer): { readonly type: string; readonly length: number } {
  const type = head.toString('latin1', 4);
  if (!/^[A-Za-z]{4}$/.test(type)) throw broken();
  return { type, length: head.readUInt32BE(0) };
}

export class PngCheck implements FormatCheck {
  private readonly walk: ByteWalk;

  constructor(allowance: WorkAllowance) {
    this.walk = new ByteWalk(chunks(allowance));
  }

  async write(chunk: Buffer): Promise<void> {
    if ((await this.walk.write(chunk)) > 0) throw new UnreadableFile('File invalid: something follows the PNG.');
  }

  end(): void {
    if (!this.walk.isOver) throw broken();
  }
}
