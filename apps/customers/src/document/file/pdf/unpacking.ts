import type { WorkAllowance } from '../allowance.js';
import { ascii85, asciiHex, type TextCode } from './ascii-codes.js';
import { type ByteSink, UnreadableFile } from '../format-check.js';
import { InflationCounter, Inflation, isZlib } from '../inflation.js';

/** Data that is compressed more often than this is compressed to do harm. */
const COMPRESSED_MAX = 2;
/**
 * Cost of inflating a byte of data that was itself inflated. Only received bytes add to the allowance, and this byte
 * was not received.
 */
const AGAIN_COST = 64;
/** This much of the beginning tells how data is packed, and the first characters tell the code of text. */
const HEAD_BYTES = 256;
const CHARACTERS = 64;
/** The beginning of data does not show that it is compressed if it was written as text more often than this. */
const TEXTS_MAX = 3;

const codes: readonly TextCode[] = [asciiHex, ascii85];

/** Recognizes packings by their content, follows data through them, and keeps nothing of it. */
export class Unpacker implements ByteSink {
  private head: Buffer = Buffer.of();
  private layer: ByteSink | undefined;
  isOver = false;

  constructor(
    private readonly allowance: WorkAllowance,
    private readonly compressed = 0,
  ) {}

  async write(chunk: Buffer): Promise<void> {
    if (this.isOver) return;
    if (this.layer) {
      await this.layer.write(chunk);
      this.isOver = this.layer.isOver;
    } else {
      this.head = this.head.length === 0 ? chunk : Buffer.concat([this.head, chunk]);
      if (this.head.length >= HEAD_BYTES) await this.begin();
    }
  }

  async end(): Promise<void> {
    if (!this.layer && !this.isOver) await this.begin();
    await this.layer?.end();
    this.isOver = true;
  }

  private async begin(): Promise<void> {
    const data = withoutSpaceInFront(this.head);
    this.head = Buffer.of();
    this.layer = this.layerOf(data);
    await this.layer?.write(data);
    this.isOver = this.layer?.isOver ?? true;
  }

  private layerOf(data: Buffer): ByteSink | undefined {
    if (isZlib(data)) return this.inflation();
    const code = codeOf(data.subarray(0, CHARACTERS));
    return code && new TextLayer(code, this.allowance, new Unpacker(this.allowance, this.compressed));
  }

  private inflation(): ByteSink {
    if (this.compressed === COMPRESSED_MAX) {
      throw new UnreadableFile('File invalid: it holds data that is compressed over and over.');
    }
    const { allowance, compressed } = this;
    const inner = new InflationCounter(allowance, new Unpacker(allowance, compressed + 1));
    return new Inflation(allowance, inner, compressed > 0 ? AGAIN_COST : 0);
  }
}

/** Pieces to decode. The first is small, since the data may turn out not to be such text. */
const PIECE_BYTES = { first: 2 * 1_024, max: 64 * 1_024 };

const CHARACTER_COST = 10;

class TextLayer implements ByteSink {
  private rest = '';
  private pieceBytes = PIECE_BYTES.first;
  isOver = false;

  constructor(
    private readonly decode: TextCode,
    private readonly allowance: WorkAllowance,
    private readonly inner: ByteSink,
  ) {}

  async write(chunk: Buffer): Promise<void> {
    let at = 0;
    while (at < chunk.length && !this.isOver) {
      const piece = chunk.toString('latin1', at, at + this.pieceBytes);
      at += piece.length;
      this.allowance.spend(CHARACTER_COST * piece.length);
      this.pieceBytes = Math.min(2 * this.pieceBytes, PIECE_BYTES.max);
      const { bytes, rest, isOver } = this.decode(this.rest + piece);
      this.rest = rest;
      await this.inner.write(bytes);
      if (isOver) await this.inner.end();
      this.isOver = this.inner.isOver;
    }
  }

  async end(): Promise<void> {
    await this.inner.end();
  }
}

/** The code of a text that contains compressed data, even below several codes. */
const codeOf = (head: Buffer, texts = TEXTS_MAX): TextCode | undefined =>
  codes.find((code) => {
    const { bytes } = code(head.toString('latin1'));
    return isZlib(bytes) || (texts > 1 && codeOf(bytes, texts - 1) !== undefined);
  });

const WHITE_SPACE: ReadonlySet<number> = new Set(Buffer.from('\0\t\n\f\r '));

function withoutSpaceInFront(data: Buffer): Buffer {
  const from = data.subarray(0, HEAD_BYTES).findIndex((byte) => !WHITE_SPACE.has(byte));
  return data.subarray(Math.max(0, from));
}
