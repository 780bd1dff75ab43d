import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** The media type of a streamed body between services; the client's media type is in the envelope. */
export const STREAMED_TYPE = 'application/octet-stream';
/** Trailer (RFC 9110, 6.5): the sender signs the digest of the body once all of it has passed. */
export const BODY_SIGNATURE = 'x-body-signature';
/** The header fields of an answer of bytes: base64url of their JSON. */
export const FIELDS_HEADER = 'x-answer-fields';

/** Hashes passing bytes. Ends only after `whole` was called with the digest, and fails if that throws. */
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
