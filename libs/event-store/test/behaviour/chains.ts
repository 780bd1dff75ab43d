import { expect, it } from '@jest/globals';
import type { Append, EventStore, Submission } from '../../src/event-store.js';
import { WrongExpectedRevision } from '../../src/event-store.js';
import { anEvent, append, aStream, outcomesOf, submit, types } from './support.js';

/** More than any group holds. */
const LONG_CHAIN = 2100;

/** A stream that another writer has moved on from revision 0. */
async function movedOn(open: () => EventStore): Promise<string> {
  const stream = aStream('moved');
  await append(open(), stream, 'no-stream', 'a');
  await append(open(), stream, 0, 'b');
  return stream;
}

/** Appends to two streams in turn, each resting on the one before. Number `loser` expects another revision. */
function submitLong(store: EventStore, streams: readonly [string, string], loser?: number): Submission[] {
  const chain: Submission[] = [];
  for (let number = 0; number < LONG_CHAIN; number++) {
    const revision = Math.floor(number / 2) - 1 + (number === loser ? 1 : 0);
    const expected = revision < 0 ? 'no-stream' : revision;
    chain.push(submit(store, streams[number % 2 === 0 ? 0 : 1], expected, chain.slice(-1), `${number}`));
  }
  return chain;
}

/** Submits one append after the other, over several groups, until the first has an outcome. */
async function submitBehind(first: Submission, next: () => Submission): Promise<Submission[]> {
  const behind: Submission[] = [];
  let known = false;
  void first.committed.catch(() => undefined).finally(() => (known = true));
  while (!known) {
    behind.push(next());
    await new Promise((resolve) => setImmediate(resolve));
  }
  return behind;
}

const all = (count: number, outcome: string): string[] => Array<string>(count).fill(outcome);

export function chains(open: () => EventStore): void {
  it('appends a chain over several streams, and again to each of them', async () => {
    const [store, one, other] = [open(), aStream(), aStream()];
    const first = submit(store, one, 'no-stream', [], 'a');
    const second = submit(store, other, 'no-stream', [first], 'b', 'c');
    const third = submit(store, one, 0, [second], 'd');
    expect(await outcomesOf([first, second, third])).toEqual(all(3, 'stands'));
    expect((await third.committed).position).toBeGreaterThan((await second.committed).position);
    expect([await types(store, one), await types(store, other)]).toEqual([
      ['a', 'd'],
      ['b', 'c'],
    ]);
  });

  it('takes down with a loser in the middle all that rests on it, and nothing else', async () => {
    const store = open();
    const [moved, one, other, last] = [await movedOn(open), aStream('one'), aStream('other'), aStream('last')];
    const first = submit(store, one, 'no-stream', [], 'stands');
    const loser = submit(store, moved, 0, [first], 'lost');
    const named = submit(store, other, 'no-stream', [loser], 'lost');
    const onTop = submit(store, other, 0, [], 'lost');
    const named2 = submit(store, last, 'no-stream', [onTop], 'lost');
    const beside = submit(store, one, 0, [first], 'stands');
    const apart = submit(store, aStream('apart'), 'no-stream', [], 'stands');
    expect(await outcomesOf([first, loser, named, onTop, named2, beside, apart])).toEqual([
      'stands',
      `WrongExpectedRevision ${moved}`,
      `PredecessorLost ${other}`,
      `PredecessorLost ${other}`,
      `PredecessorLost ${last}`,
      'stands',
      'stands',
    ]);
    await expect(named2.committed).rejects.toMatchObject({ cause: { name: 'WrongExpectedRevision', stream: moved } });
    const standing = await Promise.all([moved, one, other, last].map((stream) => types(store, stream)));
    expect(standing).toEqual([['a', 'b'], ['stands', 'stands'], [], []]);
  });

  it('lets an append that several chains share rest on all of them', async () => {
    const store = open();
    const [moved, one, shared, behind] = [await movedOn(open), aStream(), aStream('shared'), aStream('behind')];
    const winner = submit(store, one, 'no-stream', [], 'stands');
    const loser = submit(store, moved, 0, [], 'lost');
    const joined = submit(store, shared, 'no-stream', [winner, loser], 'lost');
    const after = submit(store, behind, 'no-stream', [winner, joined], 'lost');
    expect(await outcomesOf([winner, loser, joined, after])).toEqual([
      'stands',
      `WrongExpectedRevision ${moved}`,
      `PredecessorLost ${shared}`,
      `PredecessorLost ${behind}`,
    ]);
    expect([await types(store, shared), await types(store, behind)]).toEqual([[], []]);
  });

  it('asks nothing of what is committed, and fails at once what names a failure', async () => {
    const store = open();
    const [moved, stream] = [await movedOn(open), aStream()];
    const committed = submit(store, stream, 'no-stream', [], 'a');
    await committed.committed;
    const loser = submit(store, moved, 0, [], 'lost');
    await expect(loser.committed).rejects.toBeInstanceOf(WrongExpectedRevision);
    const behind = submit(store, stream, 0, [committed], 'b');
    const lost = submit(store, moved, 1, [committed, loser], 'lost, though revision 1 stands');
    const lostWithIt = submit(store, aStream(), 'no-stream', [lost], 'lost');
    expect(await outcomesOf([behind, lost, lostWithIt])).toMatchObject([
      'stands',
      `PredecessorLost ${moved}`,
      expect.stringContaining('PredecessorLost'),
    ]);
    expect([await types(store, stream), await types(store, moved)]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  it('fails with what no store could keep whatever rests on it', async () => {
    const [store, stream] = [open(), aStream()];
    const malformed = store.submit({ stream, expected: 'no-stream', events: [anEvent('x', 'no uuid')] });
    const behind = submit(store, stream, 'no-stream', [malformed], 'lost');
    expect(await outcomesOf([behind])).toEqual([`PredecessorLost ${stream}`]);
    await expect(malformed.committed).rejects.toBeInstanceOf(RangeError);
    expect(await types(store, stream)).toEqual([]);
  });

  it.each([
    ['stands', 'no-stream' as const],
    ['falls', 5],
  ])('with a predecessor in flight that %s, an append does too', async (_, expected) => {
    const [store, stream] = [open(), aStream()];
    const first = submit(store, stream, expected, [], 'first');
    const streams: string[] = [];
    const behind = await submitBehind(first, () => {
      const own = aStream('behind');
      streams.push(own);
      return submit(store, own, 'no-stream', [first], 'behind');
    });
    const stands = expected === 'no-stream';
    expect(await outcomesOf(behind)).toEqual(streams.map((own) => (stands ? 'stands' : `PredecessorLost ${own}`)));
    const written = await Promise.all(streams.map((own) => types(store, own)));
    expect(written).toEqual(streams.map(() => (stands ? ['behind'] : [])));
  });

  it('carries a chain on over several groups, up to its loser', async () => {
    const store = open();
    const whole = submitLong(store, [aStream('even'), aStream('odd')]);
    expect(await outcomesOf(whole)).toEqual(all(LONG_CHAIN, 'stands'));
    const [even, odd, loser] = [aStream('even'), aStream('odd'), LONG_CHAIN - 50];
    const broken = await outcomesOf(submitLong(store, [even, odd], loser));
    expect(broken.slice(0, loser)).toEqual(all(loser, 'stands'));
    expect(broken.slice(loser + 1).filter((outcome) => !outcome.startsWith('PredecessorLost'))).toEqual([]);
    expect((await types(store, even)).length + (await types(store, odd)).length).toBe(loser);
  });

  it('keeps of chains whose hot stream another process wrote what came before it, and continues them', async () => {
    const [store, other, hot] = [open(), open(), aStream('hot')];
    const { revision } = await append(store, hot, 'no-stream', 'opened');
    await append(other, hot, revision, 'by another process');
    const debit = (number: number, payment: Submission, expected: number): [Submission, Submission] => {
      const debited = submit(store, hot, expected, [payment], `debit ${number}`);
      return [debited, submit(store, aStream('credited'), 'no-stream', [debited], `credit ${number}`)];
    };
    const payments = [1, 2, 3].map((number) => submit(store, aStream('payment'), 'no-stream', [], `paid ${number}`));
    const first = payments.flatMap((payment, index) => debit(index, payment, revision + index));
    expect(await outcomesOf(payments)).toEqual(all(3, 'stands'));
    const [loser, ...rest] = await outcomesOf(first);
    expect(loser).toBe(`WrongExpectedRevision ${hot}`);
    expect(rest.filter((outcome) => !outcome.startsWith('PredecessorLost'))).toEqual([]);
    const again = payments.flatMap((payment, index) => debit(index, payment, revision + 1 + index));
    expect(await outcomesOf(again)).toEqual(all(6, 'stands'));
    expect(await types(store, hot)).toEqual(['opened', 'by another process', 'debit 0', 'debit 1', 'debit 2']);
  });

  it('returns the first success to a chain that is submitted again, and goes on behind it', async () => {
    const [store, one, other] = [open(), aStream(), aStream()];
    const links: Append[] = [
      { stream: one, expected: 'no-stream', events: [anEvent('a')] },
      { stream: other, expected: 'no-stream', events: [anEvent('b'), anEvent('c')] },
      { stream: one, expected: 0, events: [anEvent('d')] },
    ];
    const chain = (from: EventStore, count: number): Submission[] => {
      const submissions: Submission[] = [];
      for (const link of links.slice(0, count)) submissions.push(from.submit(link, submissions.slice(-1)));
      return submissions;
    };
    const positions = async (submissions: readonly Submission[]): Promise<bigint[]> =>
      (await Promise.all(submissions.map(({ committed }) => committed))).map(({ position }) => position);
    const first = await positions(chain(store, 2));
    const [longer, twice, elsewhere] = [chain(store, 3), chain(store, 3), chain(open(), 3)];
    const whole = await positions(longer);
    expect(whole.slice(0, 2)).toEqual(first);
    expect([await positions(twice), await positions(elsewhere)]).toEqual([whole, whole]);
    expect([await types(store, one), await types(store, other)]).toEqual([
      ['a', 'd'],
      ['b', 'c'],
    ]);
  });
}
