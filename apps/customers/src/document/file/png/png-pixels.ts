import type { WorkAllowance } from '../allowance.js';
import { type ByteSink, UnreadableFile } from '../format-check.js';

/** Four channels of two bytes. */
const PIXEL_BYTES_MAX = 8;
/** Inflated bytes that are allowed beyond the pixels: filter bytes, and the extra rows of an interlaced picture. */
const MORE_BYTES = 64 * 1_024;

/**
 * Inflates the pixels of a picture, which may not be more than its header says. The allowance may not cover all pixels
 * of a large picture of few bytes. The rest is then not inflated, since decoders stop at the last pixel, too.
 */
export class PngPixels implements ByteSink {
  private left: number;
  isOver = false;

  constructor(
    private readonly allowance: WorkAllowance,
    width: number,
    height: number,
  ) {
    this.left = PIXEL_BYTES_MAX * width * height + 2 * height + MORE_BYTES;
  }

  write({ length }: Buffer): void {
    this.left -= length;
    if (this.left < 0) throw new UnreadableFile('File invalid: the picture holds far more than its size says.');
    this.isOver = !this.allowance.spendSpare(length);
  }

  end(): void {
    this.isOver = true;
  }
}
