import { createHmac, hash } from 'node:crypto';

/** The block size of SHA-256. */
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
const SHORT_BYTES_MAX = 8 * 1024;
const UTF8_BYTES_MAX = 3;

/** A block of the key and the data after it, reused by every hash. */
const inner = Buffer.alloc(BLOCK_BYTES + SHORT_BYTES_MAX);
const outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES);

/**
 * HMAC-SHA-256 (RFC 2104). Short values take two one-shot hashes: half the time of `createHmac`, which also makes a
 * native object that has to be collected.
 */
export class KeyedHash {
  readonly #key: Buffer;
  readonly #innerBlock: Buffer;
  readonly #outerBlock: Buffer;

  /** @param key of 64 bytes at most */
  constructor(key: Buffer) {
    if (key.length > BLOCK_BYTES) throw new RangeError('A longer key would have to be hashed first');
    this.#key = key;
    this.#innerBlock = padded(key, 0x36);
    this.#outerBlock = padded(key, 0x5c);
  }

  /** In hexadecimal digits. */
  of(value: string): string {
    if (value.length * UTF8_BYTES_MAX > SHORT_BYTES_MAX) {
      return createHmac('sha256', this.#key).update(value).digest('hex');
    }
    inner.set(this.#innerBlock);
    const end = BLOCK_BYTES + inner.write(value, BLOCK_BYTES);
    outer.set(this.#outerBlock);
    outer.write(hash('sha256', inner.subarray(0, end), 'binary'), BLOCK_BYTES, 'binary');
    return hash('sha256', outer);
  }
}

function padded(key: Buffer, padding: number): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES, padding);
  for (const [index, byte] of key.entries()) block[index] = byte ^ padding;
  return block;
}
