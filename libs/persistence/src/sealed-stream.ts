import type { KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** Plain bytes of a segment; the last may have fewer. */
const SEGMENT_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 12;
/** Stands in what each segment is bound to: version 1 is AES-256-GCM over segments of 64 KiB. */
const VERSION = 1;

/**
 * Long content in segments that are sealed one by one (the STREAM construction of Hoang, Reyhanitabar, Rogaway and Vizár):
 * each is bound to what it belongs to, to its place and to whether it is the last. None can be changed, left out, moved,
 * taken from elsewhere or cut off behind another without its reader noticing, before it has passed on a byte of it.
 *
 * The nonce counts segments, so that a key must seal one content only.
 */
abstract class Segments extends Transform {
  private readonly held: Buffer[] = [];
  private heldBytes = 0;
  private index = 0;

  constructor(
    private readonly bytes: number,
    private readonly boundTo: readonly string[],
  ) {
    super();
  }

  /** @throws Error where a segment does not open */
  protected abstract convert(segment: Buffer, nonce: Buffer, binding: Buffer): Buffer;

  /** A segment is the last unless more comes, so that a whole one waits for that. */
  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.held.push(chunk);
    this.heldBytes += chunk.length;
    if (this.heldBytes <= this.bytes) return done();
    const content = Buffer.concat(this.held);
    let at = 0;
    try {
      for (; content.length - at > this.bytes; at += this.bytes)
        this.emitSegment(content.subarray(at, at + this.bytes));
      this.held.splice(0, Number.POSITIVE_INFINITY, content.subarray(at));
      this.heldBytes = content.length - at;
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.emitSegment(Buffer.concat(this.held), true);
      done();
    } catch (error) {
      done(error as Error);
    }
  }

  private emitSegment(segment: Buffer, isLast = false): void {
    const nonce = Buffer.alloc(NONCE_BYTES);
    nonce.writeUInt32BE(this.index, NONCE_BYTES - 5);
    nonce.writeUInt8(Number(isLast), NONCE_BYTES - 1);
    this.index += 1;
    this.push(this.convert(segment, nonce, Buffer.from(JSON.stringify([VERSION, ...this.boundTo]))));
  }
}

/** Seals what passes under a key that is used for this content alone. */
export class SealingStream extends Segments {
  constructor(
    private readonly key: KeyObject,
    boundTo: readonly string[],
  ) {
    super(SEGMENT_BYTES, boundTo);
  }

  protected override convert(segment: Buffer, nonce: Buffer, binding: Buffer): Buffer {
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce, { authTagLength: TAG_BYTES }).setAAD(binding);
    return Buffer.concat([cipher.update(segment), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Opens what was sealed so. It fails at the first segment that is not what was sealed in its place. */
export class OpeningStream extends Segments {
  constructor(
    private readonly key: KeyObject,
    boundTo: readonly string[],
  ) {
    super(SEGMENT_BYTES + TAG_BYTES, boundTo);
  }

  protected override convert(segment: Buffer, nonce: Buffer, binding: Buffer): Buffer {
    if (segment.length < TAG_BYTES) throw new Error('sealed content was cut off');
    const decipher = createDecipheriv('aes-256-gcm', this.key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(binding)
      .setAuthTag(segment.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(segment.subarray(0, -TAG_BYTES)), decipher.final()]);
  }
}
