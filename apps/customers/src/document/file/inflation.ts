import { Writable } from 'node:stream';
import { createInflate } from 'node:zlib';
import { UnreadableFile } from './format-check.js';

/** Data compressed more than twice over is compressed to do harm. */
const DEPTH_MAX = 2;
/** The header of zlib data (RFC 1950, 2.2). */
const HEADER_BYTES = 2;

/** Whether the bytes begin like zlib data. */
export const isDeflated = (head: Buffer): boolean =>
  head.length >= HEADER_BYTES && (head.readUInt8(0) & 0x0f) === 8 && head.readUInt16BE(0) % 31 === 0;

/**
 * Inflates data and counts its bytes, without keeping them. Data that turns out not to be zlib, or that follows its
 * end, does not count: nobody can inflate it.
 */
export class Inflation {
  private readonly inflate = createInflate();
  private readonly counted: Promise<void>;
  private inner: Inflation | undefined;
  /** What came out so far, until it is enough to tell whether it is zlib data itself. */
  private head: Buffer | undefined = Buffer.of();
  private isOver = false;
  private bomb: UnreadableFile | undefined;

  /** @param budget bytes that may still be inflated, shared by all inflations of a file */
  constructor(
    private readonly budget: { left: number },
    private readonly depth = 1,
  ) {
    const counter = new Writable({
      write: (chunk: Buffer, _, done) => void this.count(chunk).then(() => done(), done),
    });
    this.counted = new Promise((resolve) => {
      const stop = (): void => {
        this.isOver = true;
        resolve();
      };
      counter.once('finish', stop).once('error', (error) => {
        if (error instanceof UnreadableFile) this.bomb = error;
        this.inflate.destroy();
        stop();
      });
      this.inflate.once('error', () => counter.end());
    });
    this.inflate.pipe(counter);
  }

  /** @throws UnreadableFile when the budget is exceeded */
  async take(chunk: Buffer): Promise<void> {
    if (this.isOver || chunk.length === 0) return;
    await Promise.race([new Promise((resolve) => this.inflate.write(chunk, resolve)), this.counted]);
    if (this.bomb) throw this.bomb;
  }

  /** @throws as `take` */
  async end(): Promise<void> {
    if (!this.isOver) this.inflate.end();
    await this.counted;
    this.inflate.destroy();
    if (this.bomb) throw this.bomb;
    await this.inner?.end();
  }

  private async count(chunk: Buffer): Promise<void> {
    this.budget.left -= chunk.length;
    const data = this.head ? Buffer.concat([this.head, chunk]) : chunk;
    if (this.head) {
      this.head = data.length < HEADER_BYTES ? data : undefined;
      if (isDeflated(data)) this.inner = new Inflation(this.budget, this.depth + 1);
    }
    if (this.budget.left < 0 || (this.inner && this.depth === DEPTH_MAX)) {
      throw new UnreadableFile('File invalid: the PDF holds far more than its size says.');
    }
    await this.inner?.take(data);
  }
}
