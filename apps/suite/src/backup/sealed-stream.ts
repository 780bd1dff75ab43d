import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { ByteReader, type ByteSource } from './byte-reader.js';
import { BackupUnusable } from './backup-unusable.js';

const MAGIC = Buffer.from('halyard backup 1\n');
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const TAG_BYTES = 16;
/** Cost of a guess at the passphrase: some 0.3 s, and 128 MiB of memory. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 160 * 2 ** 20 } as const;

/** Bytes of content in each chunk but the last. */
export const CHUNK_BYTES = 64 * 1024;

/** Makes the key of a stream from its salt, which nobody has to keep secret. */
export type KeyOf = (salt: Buffer) => Promise<Buffer>;

export const keyFrom =
  (passphrase: string): KeyOf =>
  (salt) =>
    promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt)(
      passphrase.normalize('NFC'),
      salt,
      KEY_BYTES,
      SCRYPT,
    );

/** A chunk's number, and whether it is the last: no chunk can be moved, repeated or left out unnoticed. */
function nonceOf(chunk: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(chunk), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

/**
 * Encrypts a stream. A header (magic and salt) is followed by chunks, each encrypted with AES-256-GCM
 * together with the header. The key is used for this stream only, because the salt is new (ADR 142).
 */
export async function* seal(content: ByteSource, keyOf: KeyOf): AsyncGenerator<Buffer> {
  const header = Buffer.concat([MAGIC, randomBytes(SALT_BYTES)]);
  const key = await keyOf(header.subarray(MAGIC.length));
  const encrypted = (chunk: Buffer, index: number, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast)).setAAD(header);
    return Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  };
  yield header;
  for await (const { chunk, index, isLast } of chunksOf(new ByteReader(content), CHUNK_BYTES)) {
    yield encrypted(chunk, index, isLast);
  }
}

/**
 * Decrypts what `seal` encrypted. Each chunk that it yields is authentic; that none is missing at the end is known only
 * once the generator has ended.
 * @throws BackupUnusable
 */
export async function* open(sealed: ByteSource, keyOf: KeyOf): AsyncGenerator<Buffer> {
  const reader = new ByteReader(sealed);
  const header = await reader.upTo(MAGIC.length + SALT_BYTES);
  if (!header.subarray(0, MAGIC.length).equals(MAGIC)) throw new BackupUnusable('It is not a backup of this program');
  if (header.length < MAGIC.length + SALT_BYTES) throw new BackupUnusable('It was cut');
  const key = await keyOf(header.subarray(MAGIC.length));
  for await (const { chunk, index, isLast } of chunksOf(reader, CHUNK_BYTES + TAG_BYTES)) {
    if (chunk.length < TAG_BYTES) throw new BackupUnusable('It was cut');
    const end = chunk.length - TAG_BYTES;
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast)).setAAD(header);
    decipher.setAuthTag(chunk.subarray(end));
    const content = decipher.update(chunk.subarray(0, end));
    try {
      decipher.final();
    } catch {
      throw new BackupUnusable(
        index === 0 ? 'The passphrase is wrong, or the file was changed' : 'It was changed or cut',
      );
    }
    yield content;
  }
}

interface Chunk {
  readonly chunk: Buffer;
  readonly index: number;
  readonly isLast: boolean;
}

/** Chunks of equal size. The last may be shorter, and is empty only where there is nothing at all. */
async function* chunksOf(reader: ByteReader, bytes: number): AsyncGenerator<Chunk> {
  for (let index = 0, isLast = false; !isLast; index += 1) {
    const chunk = await reader.upTo(bytes);
    isLast = await reader.isAtEnd();
    yield { chunk, index, isLast };
  }
}
