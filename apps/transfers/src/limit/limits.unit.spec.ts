import { InMemoryEventStore, InMemorySnapshots } from '@halyard/event-store/testing';
import { describe, expect, it } from '@jest/globals';
import { moneyToJson, usd } from '@halyard/core';
import {
  Chain,
  type EventStore,
  EventStoreUnavailable,
  PredecessorLost,
  WrongExpectedRevision,
} from '@halyard/event-store';
import fc from 'fast-check';
import { FaultyEventStore } from '../../test/faulty-event-store.js';
import { timedId } from '../../test/ids.js';
import { REMEMBERED_MAX } from '../balance/remembered-ids.js';
import { type LimitCommand, LimitRefusal } from './limit.decider.js';
import { evolve, initial, limitEventOf, type LimitEvent, limitStream, usedMinor } from './limit.model.js';
import { Limits } from './limits.js';

const customerId = timedId(1, 1);
const WEEKS = ['2026-03-02', '2026-03-09'] as const;
const LIMIT = 500_000n;

const command = (type: LimitCommand['type'], n: number, minor: bigint, week: string = WEEKS[0]): LimitCommand => ({
  type,
  reservationId: timedId(n + 1, n + 1),
  paymentId: timedId(n + 1, n + 1),
  week,
  amount: moneyToJson(usd(minor)),
  at: '2026-03-04T12:00:00.000Z',
  limit: moneyToJson(usd(LIMIT)),
});

/** The limits of one process: each command in a chain of its own, decided again for as long as others win. */
function open(store: EventStore) {
  const limits = new Limits(store, new InMemorySnapshots(), { warn: () => undefined });
  /** @returns whether it stands; undefined when nobody knows, because the store failed */
  const enter = async (given: LimitCommand): Promise<boolean | undefined> => {
    for (;;) {
      const chain = new Chain(store);
      let stands = true;
      try {
        await limits.enter(customerId, given, { chain, since: 0n }).catch((error: unknown) => {
          if (!(error instanceof LimitRefusal)) throw error;
          stands = false;
        });
        await chain.committed();
        return stands;
      } catch (error) {
        const cause = error instanceof PredecessorLost ? error.cause : error;
        if (cause instanceof EventStoreUnavailable) return undefined;
        if (!(cause instanceof WrongExpectedRevision)) throw error;
      }
    }
  };
  return { enter, used: (week: string) => limits.used(customerId, week) };
}

async function stored(store: EventStore): Promise<LimitEvent[]> {
  const events: LimitEvent[] = [];
  for await (const event of store.read(limitStream(customerId))) events.push(limitEventOf(event));
  return events;
}

describe('limits', () => {
  it.each([1, 2])('64 at once that together exceed: as many stand as in a row, in %i processes', async (processes) => {
    const store = new InMemoryEventStore();
    const opened = Array.from({ length: processes }, () => open(store));
    const stands = await Promise.all(
      Array.from({ length: 64 }, (_, n) => opened[n % processes]?.enter(command('ReserveLimit', n, 30_000n))),
    );
    expect(stands.filter(Boolean)).toHaveLength(16);
    expect(await opened[0]?.used(WEEKS[0])).toBe(480_000n);
  });

  it('tells an old reservation that memory has forgotten from the stream', async () => {
    const store = new InMemoryEventStore();
    const { enter, used } = open(store);
    expect(await enter(command('ReserveLimit', 0, LIMIT + 1n))).toBe(false);
    for (let n = 1; n <= REMEMBERED_MAX + 1; n += 1) await enter(command('ReserveLimit', n, 1n));
    expect(await enter(command('ReserveLimit', 1, 1n))).toBe(true);
    expect(await used(WEEKS[0])).toBe(BigInt(REMEMBERED_MAX + 1));
  });

  const program = fc.array(
    fc.record({
      process: fc.integer({ min: 0, max: 1 }),
      payment: fc.integer({ min: 0, max: 7 }),
      type: fc.constantFrom('ReserveLimit' as const, 'GiveBackLimit' as const),
      fate: fc.constantFrom('committed' as const, 'committed' as const, 'refused' as const, 'lost' as const),
      together: fc.boolean(),
    }),
    { minLength: 5, maxLength: 40 },
  );

  it('never exceed a week, decide each reservation once, and give back once, whatever is lost or comes again', () =>
    fc.assert(
      fc.asyncProperty(program, async (steps) => {
        const store = new InMemoryEventStore();
        const fates = steps.map(({ fate }) => fate);
        const processes = [0, 1].map(() => open(new FaultyEventStore(store, () => fates.shift() ?? 'committed')));
        const amountOf = (payment: number): bigint => 90_000n + BigInt(payment) * 10_000n;
        const weekOf = (payment: number) => WEEKS[payment % WEEKS.length] ?? WEEKS[0];
        const standing = new Set<number>();
        let underWay: Promise<unknown>[] = [];
        for (const { process, payment, type, together } of steps) {
          // A payment gives back what it is known to have.
          if (type === 'GiveBackLimit' && !standing.has(payment)) continue;
          const run = processes[process]
            ?.enter(command(type, payment, amountOf(payment), weekOf(payment)))
            .then((stands) => stands && standing.add(payment));
          underWay.push(run ?? Promise.resolve());
          if (together) continue;
          await Promise.all(underWay);
          underWay = [];
        }
        await Promise.all(underWay);

        const events = await stored(store);
        const names = events.map(({ type, data }) => `${type} ${data.reservationId}`);
        expect(new Set(names).size).toBe(names.length);
        const decided = events.filter(({ type }) => type !== 'LimitGivenBack').map(({ data }) => data.reservationId);
        expect(new Set(decided).size).toBe(decided.length);
        const state = initial();
        for (const event of events) {
          evolve(state, event);
          for (const week of WEEKS) {
            expect(usedMinor(state, week) <= LIMIT).toBe(true);
            expect(usedMinor(state, week) >= 0n).toBe(true);
          }
        }
        for (const week of WEEKS) expect(await open(store).used(week)).toBe(usedMinor(state, week));
      }),
      { numRuns: 100 },
    ));
});
