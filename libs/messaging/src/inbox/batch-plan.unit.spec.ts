import { describe, expect, it } from '@jest/globals';
import type { CloudEvent, Topic } from '@halyard/contracts';
import fc from 'fast-check';
import { eventOf } from '@halyard/testing/messaging';
import { type KeyState, planBatch, turnOf } from './batch-plan.js';
import { type SequencedMessage, readMessage } from './incoming.js';

const topic: Topic = 'customers.events.v1';

const placed = (key: string, sequence: number, more: Partial<CloudEvent> = {}): SequencedMessage => {
  const message = readMessage(topic, eventOf(key, sequence, more));
  if (!message) throw new Error('not placed');
  return message;
};
const names = (events: readonly CloudEvent[]): string[] => events.map((e) => `${e.partitionkey}:${e.sequence}`);
const states = (entries: Record<string, KeyState>): Map<string, KeyState> => new Map(Object.entries(entries));

describe('planBatch', () => {
  it('applies what directly follows, in order of arrival', () => {
    const plan = planBatch(
      [placed('a', 4), placed('b', 1), placed('a', 5)],
      states({ a: { sequence: 3, waits: false } }),
    );
    expect(names(plan.apply)).toEqual(['a:4', 'b:1', 'a:5']);
    expect(plan.advanced).toEqual(new Map([['a', 5], ['b', 1]])); // prettier-ignore
    expect(plan).toMatchObject({ hold: [], blocked: [], duplicates: 0 });
  });

  it('drops duplicates of before, of this batch, and of what it holds', () => {
    const batch = [placed('a', 3), placed('a', 4), placed('a', 4), placed('a', 9), placed('a', 9)];
    const plan = planBatch(batch, states({ a: { sequence: 3, waits: false } }));
    expect(names(plan.apply)).toEqual(['a:4']);
    expect(plan.hold).toEqual([placed('a', 9)]);
    expect(plan.duplicates).toBe(3);
  });

  it('holds everything new of a key of which something waits', () => {
    const batch = [placed('a', 4), placed('a', 3), placed('b', 1)];
    const plan = planBatch(batch, states({ a: { sequence: 3, waits: true } }));
    expect(names(plan.apply)).toEqual(['b:1']);
    expect(plan.hold).toEqual([placed('a', 4)]);
    expect(plan.advanced.has('a')).toBe(false);
  });

  it('stops a key before a message that cannot be understood', () => {
    const batch = [placed('a', 1), placed('a', 2, { time: 'never' }), placed('a', 3), placed('b', 1)];
    const plan = planBatch(batch, new Map());
    expect(names(plan.apply)).toEqual(['a:1', 'b:1']);
    expect(plan.hold.map(({ sequence }) => sequence)).toEqual([2, 3]);
    expect(plan.blocked).toMatchObject([{ message: { key: 'a', sequence: 2 } }]);
  });

  it('applies each key in order and nothing twice, however the events of several batches are mixed and repeated', () => {
    const arrivals = fc.array(
      fc.record({ key: fc.constantFrom('a', 'b', 'c'), sequence: fc.integer({ min: 1, max: 6 }) }),
    );
    fc.assert(
      fc.property(arrivals, (list) => {
        const plan = planBatch(
          list.map(({ key, sequence }) => placed(key, sequence)),
          new Map(),
        );
        for (const key of ['a', 'b', 'c']) {
          const had = new Set(list.filter((one) => one.key === key).map(({ sequence }) => sequence));
          const run = [1, 2, 3, 4, 5, 6].findIndex((sequence) => !had.has(sequence));
          const length = run === -1 ? 6 : run;
          const applied = plan.apply.filter((event) => event.partitionkey === key).map(({ sequence }) => sequence);
          expect(applied).toEqual([1, 2, 3, 4, 5, 6].slice(0, length));
          expect(plan.hold.filter((message) => message.key === key)).toHaveLength(had.size - length);
        }
        expect(plan.apply.length + plan.hold.length + plan.duplicates).toBe(list.length);
      }),
    );
  });
});

describe('turnOf', () => {
  it('takes each key to stand before its first message', () => {
    const turn = turnOf([placed('a', 4), placed('b', 1), placed('a', 5)]);
    expect(names(turn?.events ?? [])).toEqual(['a:4', 'b:1', 'a:5']);
    expect(turn?.moved).toEqual([
      { key: 'a', before: 3, after: 5 },
      { key: 'b', before: 0, after: 1 },
    ]);
  });

  it.each([
    ['comes twice', [placed('a', 1), placed('a', 1)]],
    ['comes before its turn', [placed('a', 2), placed('a', 1)]],
    ['comes behind a gap', [placed('a', 1), placed('a', 3)]],
    ['cannot be understood', [placed('a', 1), placed('a', 2, { time: 'never' })]],
  ])('is none where something %s', (_, batch) => {
    expect(turnOf([...batch, placed('b', 1)])).toBeUndefined();
  });
});
