import { InMemoryEventStore } from '@halyard/event-store/testing';
import { describe, expect, it } from '@jest/globals';
import { moneyToJson, newId, usd } from '@halyard/core';
import fc from 'fast-check';
import { type BalanceCommand, balanceDecider, BalanceRefusal } from '../balance/balance.decider.js';
import { type BalanceEvent, balanceStream, evolve, initial, postedBy } from '../balance/balance.model.js';
import { type PostedLine, postedLines } from './statement-lines.js';

const stream = balanceStream(newId());
const FIRST = '2026-01-05T12:00:00.000Z';
const END = '2026-01-05T12:01:00.000Z';
const atSecond = (second: number): string => `2026-01-05T12:00:${String(second).padStart(2, '0')}.000Z`;
const legId = newId();

type Asked = readonly [type: BalanceCommand['type'], minor: number, second: number];

/** Each command on what the ones before it left: debits that are not covered are refused, holds close the last one. */
function eventsOf(asked: readonly Asked[]): BalanceEvent[] {
  const balance = initial();
  const events: BalanceEvent[] = [];
  let holdId = newId();
  for (const [type, minor, second] of asked) {
    if (type === 'PlaceHold') holdId = newId();
    const named = { entryId: newId(), holdId, legId, contra: 'transit:p1', amount: moneyToJson(usd(BigInt(minor))) };
    try {
      const decided = balanceDecider.decide({ ...named, type, at: atSecond(second) }, balance);
      for (const event of decided) evolve(balance, event);
      events.push(...decided);
    } catch (error) {
      if (!(error instanceof BalanceRefusal)) throw error;
    }
  }
  return events;
}

async function stored(events: readonly BalanceEvent[]): Promise<InMemoryEventStore> {
  const store = new InMemoryEventStore();
  const named = events.map((event) => ({ id: newId(), ...event }));
  if (named.length > 0) await store.append({ stream, expected: 'no-stream', events: named });
  return store;
}

/** As an earlier version wrote it: without numbers, and with the time of its payment. */
const asBefore = ({ type, data }: BalanceEvent, index: number): BalanceEvent => {
  const { posting: _, ...rest } = 'posting' in data ? data : { ...data, posting: undefined };
  return { type, data: { ...rest, at: index % 3 === 2 ? FIRST : data.at } } as BalanceEvent;
};

const statement = async (store: InMemoryEventStore, from: string, to: string) => {
  const found = await postedLines(store, stream, { from, to }, 1_000);
  if ('count' in found) throw new Error(`${found.count} lines`);
  return found;
};
const lineOf = ({ number, total, minor }: PostedLine) => [number, total, minor];

const asked = fc.array(
  fc.tuple(
    fc.constantFrom<BalanceCommand['type'][]>(
      'PostCredit',
      'PostDebit',
      'PostCoveredDebit',
      'PlaceHold',
      'PostHold',
      'ReleaseHold',
    ),
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 0, max: 59 }),
  ),
  { maxLength: 40 },
);
const cuts = fc.array(fc.integer({ min: 0, max: 59 }), { maxLength: 6 });

describe('the lines of a statement', () => {
  it.each([
    ['an event numbers', (event: BalanceEvent) => event],
    ['an earlier version wrote', asBefore],
  ])('that %s are gapless, add up, and neighbouring periods meet, wherever they are cut', (_, written) =>
    fc.assert(
      fc.asyncProperty(asked, cuts, async (commands, seconds) => {
        const events = eventsOf(commands).map(written);
        const store = await stored(events);
        const ends = [FIRST, ...[...new Set(seconds)].sort((one, other) => one - other).map(atSecond), END];
        let before = { number: 0, total: 0n };
        const lines: PostedLine[] = [];
        for (const [index, to] of ends.slice(1).entries()) {
          const from = ends[index] ?? FIRST;
          const part = await statement(store, from, to);
          expect(part.opening).toEqual(before);
          expect(part.lines.every(({ at }) => from <= at && at < to)).toBe(true);
          lines.push(...part.lines);
          before = part.closing;
        }
        let total = 0n;
        const minors = events.flatMap((event) => postedBy(event) ?? []);
        expect(lines.map(lineOf)).toEqual(minors.map((minor, index) => [index + 1, (total += minor), minor]));
        expect(before).toEqual({ number: minors.length, total });
      }),
    ),
  );

  it('are not read where there are too many, and counted', async () => {
    const store = await stored(eventsOf(Array.from({ length: 30 }, (_, second) => ['PostCredit', 1, second] as const)));
    expect(await postedLines(store, stream, { from: atSecond(5), to: END }, 24)).toEqual({ count: 25 });
    expect(await postedLines(store, stream, { from: atSecond(6), to: END }, 24)).toMatchObject({
      opening: { number: 6, total: 6n },
      closing: { number: 30, total: 30n },
    });
  });

  it('continue after the events of an earlier version', async () => {
    const events = eventsOf([
      ['PostCredit', 5, 1],
      ['PostCredit', 6, 2],
    ]);
    const [first, second] = events;
    if (!first || !second) throw new Error('two credits');
    const store = await stored([asBefore(first, 0), second]);
    const { lines } = await statement(store, FIRST, END);
    expect(lines.map(lineOf)).toEqual([
      [1, 5n, 5n],
      [2, 11n, 6n],
    ]);
    expect(lines.map(({ transferId }) => transferId)).toEqual(['p1', legId]);
  });

  it('of a balance to which nothing was ever posted are none', async () => {
    expect(await statement(new InMemoryEventStore(), FIRST, END)).toEqual({
      opening: { number: 0, total: 0n },
      lines: [],
      closing: { number: 0, total: 0n },
    });
  });
});
