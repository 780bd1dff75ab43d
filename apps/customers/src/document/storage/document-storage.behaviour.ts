import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { newId } from '@halyard/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DocumentStorage, NoSuchContent } from './document-storage.js';

const KIB = 1_024;

export interface StorageUnderTest {
  readonly storage: DocumentStorage;
  close(): Promise<void>;
}

const chunksOf = (content: Buffer, bytes: number): Readable =>
  Readable.from(
    Array.from({ length: Math.ceil(content.length / bytes) }, (_, at) =>
      content.subarray(at * bytes, (at + 1) * bytes),
    ),
  );

export function documentStorageBehaviour(adapter: string, open: () => Promise<StorageUnderTest>): void {
  describe(`document storage: ${adapter}`, () => {
    let under: StorageUnderTest;
    beforeAll(async () => {
      under = await open();
    });
    afterAll(() => under.close());

    const write = async (content: Buffer, id = newId(), bytes = 64 * KIB + 16): Promise<string> => {
      await under.storage.write(id, chunksOf(content, bytes));
      return id;
    };
    const read = (id: string): Promise<Buffer> => buffer(under.storage.read(id));

    it.each([1, 64 * KIB, 128 * KIB, 128 * KIB + 1, 10 * 1_024 * KIB])('gives back %i bytes', async (length) => {
      const content = randomBytes(length);
      expect((await read(await write(content))).equals(content)).toBe(true);
    });

    it('keeps what others write at the same time apart', async () => {
      const contents = Array.from({ length: 20 }, () => randomBytes(300 * KIB));
      const ids = await Promise.all(contents.map((content) => write(content)));
      const found = await Promise.all(ids.map(read));
      expect(found.map((content, at) => content.equals(contents[at] ?? Buffer.of()))).toEqual(contents.map(() => true));
    });

    it('has nothing of what was removed, and removes what is not there', async () => {
      const [removed, kept] = [await write(randomBytes(300 * KIB)), await write(Buffer.of(1))];
      await under.storage.remove(removed);
      await under.storage.remove(removed);
      await expect(read(removed)).rejects.toThrow(NoSuchContent);
      expect(await read(kept)).toEqual(Buffer.of(1));
    });

    it('fails with what its content fails with, and removes what that left', async () => {
      const id = newId();
      const failing = async function* () {
        yield* [randomBytes(300 * KIB)];
        await Promise.reject(new Error('cut off'));
      };
      await expect(under.storage.write(id, failing())).rejects.toThrow('cut off');
      await under.storage.remove(id);
      await expect(read(id)).rejects.toThrow(NoSuchContent);
    });

    it('stops where its reader stops', async () => {
      const id = await write(randomBytes(2 * 1_024 * KIB));
      for await (const chunk of under.storage.read(id)) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
      expect((await read(id)).length).toBe(2 * 1_024 * KIB);
    });
  });
}
