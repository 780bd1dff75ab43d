import { createInflateRaw, type InflateRaw, inflateRawSync } from 'node:zlib';
import { errorCodeOf } from '@halyard/core';
import type { WorkAllowance } from './allowance.js';
import type { ByteSink } from './format-check.js';

const KIB = 1_024;
/** Data that is smaller than this is inflated at once, which costs a tenth of a stream. */
const AT_ONCE = { bytesIn: 16 * KIB, bytesOut: 64 * KIB };
/** The cost of an inflation itself, and of each byte that turns out not to be zlib data. */
const OPENING_COST = 16 * KIB;
const FAILURE_COST = 4;
const CHUNK_BYTES = 256 * KIB;
const HEADER_BYTES = 2;

/** Whether the bytes begin like zlib data (RFC 1950, 2.2). */
export const isZlib = (head: Buffer): boolean =>
  head.length >= HEADER_BYTES && (head.readUInt8(0) & 0x8f) === 8 && head.readUInt16BE(0) % 31 === 0;

/**
 * Inflates zlib data, and keeps nothing of it. It is over when the data ends or turns out not to be zlib, since nobody
 * can inflate the rest. Some viewers do not examine the checksum, so it is not examined here, either.
 */
export class Inflation implements ByteSink {
  private header = HEADER_BYTES;
  private engine: InflateRaw | undefined;
  private drained = Promise.resolve();
  private given = 0;
  isOver = false;

  /**
   * @param output takes the inflated data; once it is over, nothing more is inflated
   * @param costIn of each byte that goes in
   */
  constructor(
    private readonly allowance: WorkAllowance,
    private readonly output: ByteSink,
    private readonly costIn = 0,
  ) {
    allowance.spend(OPENING_COST);
  }

  async write(chunk: Buffer): Promise<void> {
    const data = chunk.subarray(this.header);
    this.header -= chunk.length - data.length;
    if (this.isOver || data.length === 0) return;
    this.allowance.spend(this.costIn * data.length);
    if (!this.engine) {
      await this.inflateAtOnce(data.subarray(0, AT_ONCE.bytesIn));
      if (this.isOver) return;
      this.engine = createInflateRaw({ chunkSize: CHUNK_BYTES });
      this.drained = this.drain(this.engine);
      this.drained.catch(() => undefined);
    }
    const { engine } = this;
    this.given += data.length;
    await Promise.race([new Promise((resolve) => engine.write(data, resolve)), this.drained]);
    // If the engine leaves bytes, the compressed data has ended before them.
    if (engine.bytesWritten < this.given) await this.drained;
  }

  async end(): Promise<void> {
    this.engine?.end();
    await this.drained;
    this.isOver = true;
  }

  /** Leaves longer data to a stream. */
  private async inflateAtOnce(data: Buffer): Promise<void> {
    let inflated: Buffer;
    try {
      inflated = inflateRawSync(data, { maxOutputLength: AT_ONCE.bytesOut });
    } catch (error) {
      const code = errorCodeOf(error);
      this.isOver = code !== 'Z_BUF_ERROR' && code !== 'ERR_BUFFER_TOO_LARGE';
      this.allowance.spend(this.isOver ? FAILURE_COST * data.length : AT_ONCE.bytesOut);
      return;
    }
    this.isOver = true;
    await this.output.write(inflated);
    await this.output.end();
  }

  /** Leaving the loop destroys the engine. If it rejects, so do all pending calls. */
  private async drain(engine: InflateRaw): Promise<void> {
    try {
      for await (const inflated of engine) {
        await this.output.write(inflated as Buffer);
        if (this.output.isOver) break;
      }
    } catch (error) {
      if (!errorCodeOf(error)?.startsWith('Z_')) throw error;
    }
    await this.output.end();
    this.isOver = true;
  }
}

/** Counts the output of an inflation. The output may be the input of another inflation. */
export class InflationCounter implements ByteSink {
  readonly isOver = false;

  constructor(
    private readonly allowance: WorkAllowance,
    private readonly inner?: ByteSink,
  ) {}

  async write(chunk: Buffer): Promise<void> {
    this.allowance.spend(chunk.length);
    await this.inner?.write(chunk);
  }

  async end(): Promise<void> {
    await this.inner?.end();
  }
}
