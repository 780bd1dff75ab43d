import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** The media type of a streamed body between services; the client's media type is in the envelope. */
export const STREAMED_TYPE = 'application/octet-stream';
/** The trailer (RFC 9110, 6.5) with the sender's signature of the body's digest, once all of the body has passed. */
export const BODY_SIGNATURE = 'x-body-signature';
/** The header with the fields of an answer of bytes: base64url of their JSON. */
export const FIELDS_HEADER = 'x-answer-fields';

/** Hashes bytes on their way. At the end it calls `whole` with the digest; if `whole` throws, the stream fails. */
export class DigestStream extends Transform {
  private readonly hash = createHash('sha256');
  private length = 0;

  constructor(private readonly whole: (digest: string, length: number) => void) {
    super();
  }

  override _transform(chunk: Buffer, _: BufferEncoding, done: TransformCallback): void {
    this.hash.update(chunk);
    this.length += chunk.length;
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    try {
      this.whole(this.hash.digest('base64url'), this.length);
      done();
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
