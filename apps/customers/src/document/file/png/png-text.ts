import type { WorkAllowance } from '../allowance.js';
import { type ByteSink, UnreadableFile } from '../format-check.js';
import { InflationCounter, Inflation } from '../inflation.js';

/** All texts and color profiles of a picture may inflate to this much together. */
export const TEXT_BYTES_MAX = 4 * 1_024 * 1_024;
/** The compressed data begins within these bytes: a keyword has 79 at most. */
const HEAD_BYTES = 512;

const types = ['zTXt', 'iTXt', 'iCCP'] as const;
type CompressedText = (typeof types)[number];

/** Chunks that may hold compressed data besides the pixels (ISO/IEC 15948, 11.3). */
export const isCompressedText = (type: string): type is CompressedText => types.some((each) => each === type);

/** Inflates and counts a compressed text or color profile. */
export class PngText implements ByteSink {
  private head = Buffer.of();
  private isBegun = false;
  private inflation: Inflation | undefined;
  isOver = false;

  constructor(
    private readonly type: CompressedText,
    private readonly allowance: WorkAllowance,
  ) {}

  async write(chunk: Buffer): Promise<void> {
    if (this.isBegun) return this.inflation?.write(chunk);
    this.head = Buffer.concat([this.head, chunk]);
    if (this.head.length >= HEAD_BYTES) await this.begin();
  }

  async end(): Promise<void> {
    if (!this.isBegun) await this.begin();
    await this.inflation?.end();
    this.isOver = true;
  }

  private async begin(): Promise<void> {
    this.isBegun = true;
    const from = dataIn(this.type, this.head.subarray(0, HEAD_BYTES));
    if (from === undefined) return;
    this.inflation = new Inflation(this.allowance, new InflationCounter(this.allowance));
    await this.inflation.write(this.head.subarray(from));
  }
}

/** The compressed data follows the keyword and, in an international text, language and translation. */
function dataIn(type: CompressedText, head: Buffer): number | undefined {
  const keyword = endIn(head, 0);
  if (type !== 'iTXt') return keyword + 2;
  const isCompressed = head[keyword + 1] !== 0;
  return isCompressed ? endIn(head, endIn(head, keyword + 3) + 1) + 1 : undefined;
}

function endIn(head: Buffer, from: number): number {
  const end = head.indexOf(0, from);
  if (end < 0) throw new UnreadableFile('File invalid: it begins as a PNG and is none.');
  return end;
}
