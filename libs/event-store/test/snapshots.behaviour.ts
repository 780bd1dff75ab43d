import { newId } from '@halyard/core';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Snapshots } from '../src/snapshots.js';

/** Every adapter of the snapshots port must pass this. */
export function snapshotsBehaviour(name: string, makeSnapshots: () => Promise<Snapshots>): void {
  describe(`${name} as a cache of snapshots`, () => {
    let snapshots: Snapshots;
    beforeAll(async () => {
      snapshots = await makeSnapshots();
    });
    const at = (revision: number, codecVersion = 1) => ({
      codecVersion,
      revision,
      position: BigInt(revision) + 2n ** 60n,
      state: { revision, nested: [{ text: 'ü\u0000"' }] },
    });

    it('finds none where none was saved', async () => {
      expect(await snapshots.load(newId())).toBeUndefined();
    });

    it('gives back what was saved, by stream', async () => {
      const [one, other] = [newId(), newId()];
      await snapshots.save(one, at(3));
      await snapshots.save(other, at(4));
      expect(await snapshots.load(one)).toEqual(at(3));
    });

    it('keeps the newest, in whatever order they come', async () => {
      const stream = newId();
      await snapshots.save(stream, at(3));
      await snapshots.save(stream, at(9));
      await snapshots.save(stream, at(5));
      expect(await snapshots.load(stream)).toEqual(at(9));
    });

    it('replaces that of another codec version, even a newer one', async () => {
      const stream = newId();
      await snapshots.save(stream, at(9, 1));
      await snapshots.save(stream, at(5, 2));
      expect(await snapshots.load(stream)).toEqual(at(5, 2));
    });
  });
}
