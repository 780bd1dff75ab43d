import { DomainError } from '@halyard/core';
import { describe, expect, it } from '@jest/globals';
import { counts } from '@halyard/testing/counts';
import fc from 'fast-check';
import { accountCodec, accountDecider, replay, toMoved } from '../../test/account.js';
import { type Accounts, carryOut, openAccounts, type Step } from '../../test/carry-out.js';
import { lostAfterCommit, lostBeforeCommit, type Stage, StagedEventStore } from '../../test/staged-event-store.js';
import { turns } from '../../test/watch.js';
import type { Position, StoredEvent } from '../event-store.js';
import { EventStoreUnavailable } from '../event-store.js';
import { InMemorySnapshots } from '../in-memory-snapshots.js';

const STREAMS = ['account-1', 'account-2', 'account-3'];
const OPERATIONS = 20;
const SLOW_TURNS = 5;

const slow: Stage = async (commit) => {
  await turns(SLOW_TURNS);
  return commit();
};
const undisturbed: Stage = (commit) => commit();

/** An operation is a chain: money comes in, goes out, or goes from one account over another to a third. */
type Operation = readonly Step[];

interface Delivery {
  readonly process: 0 | 1;
  /** Deliveries with equal numbers are the same operation. */
  readonly operation: number;
  /** Turns of the event loop until the next one. */
  readonly pause: number;
}

const links = fc.array(fc.record({ stream: fc.constantFrom(...STREAMS), amount: fc.integer({ min: -6, max: 6 }) }), {
  minLength: 1,
  maxLength: 1,
});
const transfers = fc
  .record({ over: fc.array(fc.constantFrom(...STREAMS), { minLength: 2, maxLength: 3 }), amount: fc.nat({ max: 6 }) })
  .map(({ over, amount }) =>
    over.slice(1).flatMap((to, index) => [
      { stream: over[index] ?? to, amount: -amount },
      { stream: to, amount },
    ]),
  );
const operations = fc
  .array(fc.oneof(links, transfers), { minLength: OPERATIONS, maxLength: OPERATIONS })
  .map((chains) =>
    chains.map((chain, operation): Operation =>
      chain.map(({ stream, amount }, index) => ({ stream, move: { id: idOf(operation, index), amount } })),
    ),
  );
const deliveries = fc.array(
  fc.record<Delivery>({
    process: fc.constantFrom(0, 1),
    operation: fc.nat({ max: OPERATIONS - 1 }),
    pause: fc.nat({ max: 4 }),
  }),
  { minLength: 1, maxLength: 30 },
);
const faults = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(undisturbed) },
    fc.constantFrom(slow, lostBeforeCommit, lostAfterCommit),
  ),
  { maxLength: 40 },
);

const idOf = (operation: number, index: number): string =>
  `00000000-0000-4000-8000-${String(operation * 100 + index).padStart(12, '0')}`;

interface Outcome {
  readonly operation: Operation;
  readonly result: 'done' | 'refused' | 'unknown';
  /** Head of the log when the operation came and when it was answered. */
  readonly heads: readonly [Position, Position];
}

/** Two processes with a snapshot every three events, over one log, each with faults of its own. */
class Play {
  private readonly processes: readonly { readonly store: StagedEventStore; readonly accounts: Accounts }[];
  private readonly snapshots = new InMemorySnapshots();

  constructor(
    private readonly store: StagedEventStore,
    faults: readonly (readonly Stage[])[],
  ) {
    this.processes = faults.map((stages) => {
      const own = store.beside();
      own.stages.push(...stages);
      return { store: own, accounts: this.open(own) };
    });
  }

  async run(operations: readonly Operation[], deliveries: readonly Delivery[]): Promise<Outcome[]> {
    const outcomes: Promise<Outcome>[] = [];
    for (const { process, operation, pause } of deliveries) {
      outcomes.push(this.deliver(process, operations[operation] ?? []));
      await turns(pause);
    }
    const settled = await Promise.all(outcomes);
    await Promise.all(this.processes.map(({ accounts }) => accounts.close()));
    return settled;
  }

  /** As both processes, and one that has just started, show them. */
  balances(stream: string): Promise<number[]> {
    const all = [...this.processes.map(({ accounts }) => accounts), this.open(this.store)];
    return Promise.all(all.map((accounts) => accounts.read(stream, ({ balance }) => balance)));
  }

  private open(store: StagedEventStore): Accounts {
    const onFailure = (error: unknown): void => {
      throw error;
    };
    return openAccounts(store, {
      snapshots: { snapshots: this.snapshots, codec: accountCodec, everyEvents: 3, onFailure },
      idleStreamsMax: 2,
    });
  }

  private async deliver(process: 0 | 1, operation: Operation): Promise<Outcome> {
    const before = await this.store.head();
    const result = await this.resultOf(process, operation);
    return { operation, result, heads: [before, await this.store.head()] };
  }

  private async resultOf(process: 0 | 1, operation: Operation): Promise<Outcome['result']> {
    const { store, accounts } = this.processes[process] ?? { store: this.store, accounts: this.open(this.store) };
    try {
      await carryOut(store, accounts, ...operation);
      return 'done';
    } catch (error) {
      if (error instanceof DomainError) return 'refused';
      if (error instanceof EventStoreUnavailable) return 'unknown';
      throw error;
    }
  }
}

const wouldRefuse = ({ move }: Step, events: readonly StoredEvent[]): boolean => {
  try {
    accountDecider.decide(move, replay(events));
    return false;
  } catch {
    return true;
  }
};

/** What stood at a position of the log. */
const standing = (events: readonly StoredEvent[], position: Position): StoredEvent[] =>
  events.filter((event) => event.position <= position);

function checkOutcome({ operation, result, heads: [before, after] }: Outcome, log: readonly StoredEvent[]): void {
  const moments = [before, ...log.map(({ position }) => position)].filter((at) => at >= before && at <= after);
  if (result === 'done') {
    const ids = standing(log, after).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(operation.map(({ move }) => move.id)));
  }
  if (result === 'refused') {
    const right = operation.some((step, index) =>
      moments.some((at) => {
        const events = standing(log, at);
        const own = events.filter(({ stream }) => stream === step.stream);
        const beginning = operation.slice(0, index).every(({ move }) => events.some(({ id }) => id === move.id));
        return beginning && wouldRefuse(step, own);
      }),
    );
    expect(right).toBe(true);
  }
}

describe.each(['group', 'append'] as const)('any interleaving of chains that commit by the %s', (commitsBy) => {
  it('does what was answered exactly once, refuses only what had to be refused, and overdraws nothing', () =>
    fc.assert(
      fc.asyncProperty(operations, deliveries, faults, faults, async (plan, order, ...mishaps) => {
        const store = new StagedEventStore(commitsBy);
        const play = new Play(store, mishaps);
        const outcomes = await play.run(plan, order);
        const streams = await Promise.all(STREAMS.map((stream) => store.all(stream)));
        const log = streams.flat();
        const positions = new Map(log.map(({ id, position }) => [id, position]));

        expect(positions.size).toBe(log.length);
        for (const events of streams) {
          events.forEach((_, index) => expect(replay(events.slice(0, index + 1)).balance).toBeGreaterThanOrEqual(0));
        }
        for (const operation of plan) {
          const places = operation.map(({ move }) => positions.get(move.id));
          const stand = places.filter((place) => place !== undefined);
          expect(places.slice(0, stand.length)).toEqual([...stand].sort((one, other) => Number(one - other)));
        }
        for (const outcome of outcomes) checkOutcome(outcome, log);
        for (const [index, stream] of STREAMS.entries()) {
          const { balance } = replay(streams[index] ?? []);
          expect(new Set(await play.balances(stream))).toEqual(new Set([balance]));
        }
        expect(log.map((event) => toMoved(event).data.id)).toEqual(log.map(({ id }) => id));
      }),
      { numRuns: counts.eventStore.interleavings },
    ));
});
