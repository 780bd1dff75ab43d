import { createHash, randomBytes } from 'node:crypto';
import { buffer as all } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { CHUNK_BYTES, keyFrom, type KeyOf, open, seal } from './sealed-stream.js';

const HEADER_BYTES = 33;
const SEALED_CHUNK_BYTES = CHUNK_BYTES + 16;

const EMPTY = Buffer.alloc(0);

/** A key that costs nothing. */
const cheap =
  (passphrase: string): KeyOf =>
  (salt) =>
    Promise.resolve(createHash('sha256').update(passphrase).update(salt).digest());
const right = cheap('right');

const sealed = (content: Buffer, keyOf = right): Promise<Buffer> => all(seal([content], keyOf));
const opened = (bytes: Buffer, keyOf = right): Promise<Buffer> => all(open([bytes], keyOf));

/** The header, and the first chunks after it. */
function partsOf(bytes: Buffer): readonly [Buffer, Buffer, Buffer, Buffer] {
  const parts: Buffer[] = [];
  for (let at = HEADER_BYTES; at < bytes.length; at += SEALED_CHUNK_BYTES) {
    parts.push(bytes.subarray(at, at + SEALED_CHUNK_BYTES));
  }
  const [first = EMPTY, second = EMPTY, third = EMPTY] = parts;
  return [bytes.subarray(0, HEADER_BYTES), first, second, third];
}

describe('a sealed stream', () => {
  it.each([0, 1, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 3 * CHUNK_BYTES])(
    'gives back %i bytes, however they are cut on their way',
    async (size) => {
      const content = randomBytes(size);
      const bytes = await all(seal(inPieces(content, 1_000), right));
      expect((await opened(bytes)).equals(content)).toBe(true);
      expect((await all(open(inPieces(bytes, 7_919), right))).equals(content)).toBe(true);
    },
  );

  it('is another one each time, and does not show its content', async () => {
    const content = Buffer.alloc(1_000, 'secret');
    const [first, second] = [await sealed(content), await sealed(content)];
    expect(first.subarray(HEADER_BYTES).equals(second.subarray(HEADER_BYTES))).toBe(false);
    expect(first.includes('secret')).toBe(false);
  });

  it('is opened by its passphrase alone', async () => {
    const bytes = await sealed(Buffer.from('content'), keyFrom('the passphrase'));
    expect(String(await opened(bytes, keyFrom('the passphrase')))).toBe('content');
    for (const wrong of ['', 'the passphrase ']) {
      await expect(opened(bytes, keyFrom(wrong))).rejects.toThrow('The passphrase is wrong, or the file was changed');
    }
  });

  it('is refused wherever it is cut', async () => {
    const bytes = await sealed(randomBytes(2 * CHUNK_BYTES + 100));
    const [header, first, second] = partsOf(bytes);
    const lengths = [0, 10, HEADER_BYTES - 1, HEADER_BYTES, HEADER_BYTES + 10, bytes.length - 1];
    const ends = [header.length + first.length, header.length + first.length + second.length];
    for (const length of [...lengths, ...ends, ...ends.map((end) => end + 10)]) {
      await expect(opened(bytes.subarray(0, length))).rejects.toThrow(/not a backup|cut|changed/);
    }
  });

  it('is refused wherever a bit of it was changed', async () => {
    const bytes = await sealed(randomBytes(CHUNK_BYTES + 100));
    const places = [0, 20, HEADER_BYTES, HEADER_BYTES + CHUNK_BYTES, HEADER_BYTES + SEALED_CHUNK_BYTES];
    for (const place of [...places, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      await expect(opened(changed)).rejects.toThrow(/not a backup|changed/);
    }
  });

  it('is refused with chunks moved, repeated, left out, added, or of another stream', async () => {
    const [header, first, second, third] = partsOf(await sealed(randomBytes(2 * CHUNK_BYTES + 100)));
    const [, other] = partsOf(await sealed(randomBytes(2 * CHUNK_BYTES + 100)));
    const orders = [
      [second, first, third],
      [first, first, second, third],
      [first, third],
      [first, second, third, third],
      [other, second, third],
    ];
    for (const order of orders) {
      await expect(opened(Buffer.concat([header, ...order]))).rejects.toThrow(/changed/);
    }
  });
});

function* inPieces(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
