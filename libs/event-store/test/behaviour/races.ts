import { expect, it } from '@jest/globals';
import type { EventStore } from '../../src/event-store.js';
import { append, aStream, types, won } from './support.js';

export function racing(open: () => EventStore, races: number): void {
  it('keeps the order in which appends to one stream were submitted at once', async () => {
    const [store, stream] = [open(), aStream()];
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        append(store, stream, index === 0 ? 'no-stream' : index - 1, `${index}`),
      ),
    );
    expect(results.map(({ revision }) => revision)).toEqual(results.map((_, index) => index));
    expect(await types(store, stream)).toEqual(results.map((_, index) => `${index}`));
  });

  it(`lets exactly one of two writers win each revision, for ${races} rounds`, async () => {
    const [one, other, stream] = [open(), open(), aStream()];
    for (let round = 0; round < races; round++) {
      const expected = round === 0 ? 'no-stream' : round * 2 - 1;
      const results = await Promise.allSettled([
        append(one, stream, expected, `one ${round}`, `one ${round}`),
        append(other, stream, expected, `other ${round}`, `other ${round}`),
      ]);
      expect(won(results).filter(Boolean)).toHaveLength(1);
      const winner = results[0].status === 'fulfilled' ? 'one' : 'other';
      const written = await types(one, stream, { from: round * 2 });
      expect(written).toEqual([`${winner} ${round}`, `${winner} ${round}`]);
    }
  });

  it('fails with a loser what was submitted on top of it, and nothing else', async () => {
    const [store, other, stream, elsewhere] = [open(), open(), aStream(), aStream()];
    await append(store, stream, 'no-stream', 'a');
    await append(other, stream, 0, 'b');
    const results = await Promise.allSettled([
      append(store, elsewhere, 'no-stream', 'fine'),
      append(store, stream, 0, 'lost'),
      append(store, stream, 1, 'lost with it, though revision 1 stands'),
      append(store, stream, 2, 'lost with it'),
      append(store, elsewhere, 0, 'fine'),
    ]);
    expect(won(results)).toEqual([true, false, false, false, true]);
    expect(results.filter(({ status }) => status === 'rejected')).toMatchObject(
      ['WrongExpectedRevision', 'PredecessorLost', 'PredecessorLost'].map((name) => ({ reason: { name, stream } })),
    );
    expect(await types(store, stream)).toEqual(['a', 'b']);
  });

  it('fails with a loser what was submitted on top of it while it was in flight', async () => {
    const [store, stream] = [open(), aStream()];
    await append(store, stream, 'no-stream', 'a', 'b');
    let known = false;
    const loser = append(store, stream, 0, 'lost').finally(() => (known = true));
    const followers: Promise<unknown>[] = [];
    const settled = loser.then(
      () => 'won',
      () => 'lost',
    );
    while (!known) {
      const follower = append(store, stream, 1, 'lost with it, though revision 1 stands');
      follower.catch(() => undefined);
      followers.push(follower);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await settled).toBe('lost');
    const results = await Promise.allSettled(followers);
    expect(won(results)).toEqual(results.map(() => false));
    expect(await types(store, stream)).toEqual(['a', 'b']);
  });
}
