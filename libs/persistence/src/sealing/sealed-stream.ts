import type { KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** Bytes of plain content in a segment. The last segment may have fewer. */
const SEGMENT_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
/** The version, to which each segment is bound. Version 1 is AES-256-GCM over segments of 64 KiB. */
const VERSION = 1;

/**
 * Long content in segments, each sealed by itself (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár).
 * A segment is bound to its owner, to its place, and to whether it is the last. If one was changed, left out, moved,
 * taken from other content or cut off, the reader notices before it passes on any byte of it.
 *
 * The nonce counts segments, so a key must seal only one content.
 */
abstract class Segments extends Transform {
  private held: Buffer[] = [];
  private heldBytes = 0;
  private index = 0;

  constructor(
    private readonly bytes: number,
    private readonly boundTo: readonly string[],
  ) {
    super();
  }

  /** @throws Error if a segment does not open */
  protected abstract convert(segment: readonly Buffer[], nonce: Buffer, binding: Buffer): readonly Buffer[];

  /** Collects segments. A whole segment waits until it is known whether it is the last one. */
  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    let rest = chunk;
    try {
      while (this.heldBytes + rest.length > this.bytes) {
        const missing = this.bytes - this.heldBytes;
        this.hold(rest.subarray(0, missing));
        this.emitSegment(false);
        rest = rest.subarray(missing);
      }
      this.hold(rest);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.emitSegment(true);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  private hold(part: Buffer): void {
    if (part.length > 0) this.held.push(part);
    this.heldBytes += part.length;
  }

  private emitSegment(isLast: boolean): void {
    const nonce = Buffer.alloc(NONCE_BYTES);
    nonce.writeUInt32BE(this.index, NONCE_BYTES - 5);
    nonce.writeUInt8(Number(isLast), NONCE_BYTES - 1);
    this.index += 1;
    const segment = this.held;
    this.held = [];
    this.heldBytes = 0;
    const converted = this.convert(segment, nonce, Buffer.from(JSON.stringify([VERSION, ...this.boundTo])));
    for (const part of converted) this.push(part);
  }
}

/** Seals a content. Its key must be used for this content alone. */
export class SealingStream extends Segments {
  constructor(
    private readonly key: KeyObject,
    boundTo: readonly string[],
  ) {
    super(SEGMENT_BYTES, boundTo);
  }

  /**
   * Encrypts a segment part by part, without joining the parts: uploads are many and large, and each copy is garbage to
   * collect.
   */
  protected override convert(segment: readonly Buffer[], nonce: Buffer, binding: Buffer): readonly Buffer[] {
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce, { authTagLength: TAG_BYTES }).setAAD(binding);
    const sealed = segment.map((part) => cipher.update(part));
    cipher.final();
    return [...sealed, cipher.getAuthTag()];
  }
}

/** Opens sealed content. It fails at the first segment that was not sealed in its place. */
export class OpeningStream extends Segments {
  constructor(
    private readonly key: KeyObject,
    boundTo: readonly string[],
  ) {
    super(SEGMENT_BYTES + TAG_BYTES, boundTo);
  }

  protected override convert(parts: readonly Buffer[], nonce: Buffer, binding: Buffer): readonly Buffer[] {
    const segment = Buffer.concat(parts);
    if (segment.length < TAG_BYTES) throw new Error('sealed content was cut off');
    const decipher = createDecipheriv('aes-256-gcm', this.key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(binding)
      .setAuthTag(segment.subarray(-TAG_BYTES));
    const opened = decipher.update(segment.subarray(0, -TAG_BYTES));
    decipher.final();
    return [opened];
  }
}
