import type { KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv, randomFillSync } from 'node:crypto';
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * The first byte of a sealed value. In version 1, 12 bytes of nonce, the ciphertext by AES-256-GCM and 16 bytes of tag
 * follow. In version 2, the content was also compressed before.
 */
const VERSION = 1;
const COMPRESSED = 2;
/** The shortest content that is worth compressing. */
const COMPRESSED_FROM_BYTES = 4_096;
/** The lowest level: it takes half the time of the usual one, and compresses repetitive JSON as well. */
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES;

/** Encodes what a value is bound to. Different parts never give the same bytes. */
const binding = (version: number, parts: readonly string[]): Buffer => Buffer.from(JSON.stringify([version, ...parts]));

/** Random bytes for the next nonces. Fetching a few would cost as much as fetching many. */
const randomness = Buffer.alloc(NONCE_BYTES * 512);
let used = randomness.length;

function freshNonce(): Buffer {
  if (used === randomness.length) {
    randomFillSync(randomness);
    used = 0;
  }
  return randomness.subarray(used, (used += NONCE_BYTES));
}

/** Encrypts with a fresh nonce. The box opens only with the same key and the same `boundTo`. */
export function closeBox(key: KeyObject, boundTo: readonly string[], plain: Buffer): Buffer {
  const isLong = plain.length >= COMPRESSED_FROM_BYTES;
  const version = isLong ? COMPRESSED : VERSION;
  const content = isLong ? zstdCompressSync(plain, LEVEL) : plain;
  const nonce = freshNonce();
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES }).setAAD(
    binding(version, boundTo),
  );
  const box = Buffer.allocUnsafe(HEAD_BYTES + content.length + TAG_BYTES);
  box[0] = version;
  box.set(nonce, 1);
  box.set(cipher.update(content), HEAD_BYTES);
  cipher.final(); // a stream cipher leaves nothing for the end
  box.set(cipher.getAuthTag(), HEAD_BYTES + content.length);
  return box;
}

/** @throws Error if the value was sealed with another key or binding, was changed, or is not a sealed value */
export function openBox(key: KeyObject, boundTo: readonly string[], box: Buffer): Buffer {
  const [version] = box;
  if (box.length < HEAD_BYTES + TAG_BYTES || (version !== VERSION && version !== COMPRESSED))
    throw new Error('not a sealed value of a known version');
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(1, HEAD_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(binding(version, boundTo))
    .setAuthTag(box.subarray(-TAG_BYTES));
  const content = Buffer.concat([decipher.update(box.subarray(HEAD_BYTES, -TAG_BYTES)), decipher.final()]);
  return version === COMPRESSED ? zstdDecompressSync(content) : content;
}
