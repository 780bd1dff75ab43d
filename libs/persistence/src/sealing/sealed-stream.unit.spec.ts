import { createSecretKey, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { OpeningStream, SealingStream } from './sealed-stream.js';

const SEGMENT = 64 * 1024;
const SEALED = SEGMENT + 16;
const key = createSecretKey(randomBytes(32));

/** In pieces that fit no segment. */
const pieces = (content: Buffer): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(content.length / 10_007) }, (_, at) =>
      content.subarray(at * 10_007, (at + 1) * 10_007),
    ),
    { objectMode: false },
  );
const seal = (content: Buffer, id = 'one', under = key) => buffer(pieces(content).pipe(new SealingStream(under, [id])));
const open = (sealed: Buffer, id = 'one', under = key) =>
  new Promise<Buffer>((resolve, reject) => {
    const opening = pieces(sealed).pipe(new OpeningStream(under, [id]));
    buffer(opening).then(resolve, reject);
  });

describe('a sealed stream', () => {
  it.each([0, 1, 15, 16, SEGMENT - 1, SEGMENT, SEGMENT + 1, 3 * SEGMENT, 3 * SEGMENT + 5])(
    'opens as %i bytes that were sealed',
    async (length) => {
      const content = randomBytes(length);
      const sealed = await seal(content);
      expect(sealed.length).toBe(length + 16 * Math.max(1, Math.ceil(length / SEGMENT)));
      expect((await open(sealed)).equals(content)).toBe(true);
    },
  );

  const content = randomBytes(3 * SEGMENT + 100);
  const segment = (sealed: Buffer, at: number): Buffer => sealed.subarray(at * SEALED, (at + 1) * SEALED);

  it.each<[string, (sealed: Buffer) => Buffer]>([
    [
      'one bit was changed in',
      (sealed) => Buffer.concat([sealed.subarray(0, 9), Buffer.of(sealed.readUInt8(9) ^ 1), sealed.subarray(10)]),
    ],
    ['the last segment was cut off from', (sealed) => sealed.subarray(0, 3 * SEALED)],
    ['nothing was left of', () => Buffer.of()],
    ['a few bytes were cut off from', (sealed) => sealed.subarray(0, -3)],
    ['a segment was left out of', (sealed) => Buffer.concat([segment(sealed, 0), sealed.subarray(2 * SEALED)])],
    [
      'two segments changed places in',
      (sealed) => Buffer.concat([segment(sealed, 1), segment(sealed, 0), sealed.subarray(2 * SEALED)]),
    ],
    ['a segment stands twice in', (sealed) => Buffer.concat([segment(sealed, 0), sealed])],
    ['something follows', (sealed) => Buffer.concat([sealed, Buffer.alloc(20)])],
  ])('does not open when %s it', async (_, change) => {
    await expect(open(change(await seal(content)))).rejects.toThrow();
  });

  it('passes on nothing of a segment that was changed', async () => {
    const sealed = await seal(content);
    sealed.writeUInt8(sealed.readUInt8(SEALED + 5) ^ 1, SEALED + 5);
    const opening = pieces(sealed).pipe(new OpeningStream(key, ['one']));
    const passed: Buffer[] = [];
    const failed = new Promise((resolve) => opening.once('error', resolve));
    opening.on('data', (chunk: Buffer) => passed.push(chunk));
    await failed;
    expect(Buffer.concat(passed).equals(content.subarray(0, SEGMENT))).toBe(true);
  });

  it('opens under its own key and for what it belongs to alone', async () => {
    const sealed = await seal(content);
    await expect(open(sealed, 'other')).rejects.toThrow();
    await expect(open(sealed, 'one', createSecretKey(randomBytes(32)))).rejects.toThrow();
  });
});
