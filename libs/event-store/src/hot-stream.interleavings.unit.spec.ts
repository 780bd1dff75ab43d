import { DomainError } from '@halyard/core';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Account, Move, Moved } from '../test/account.js';
import { accountCodec, accountDecider, replay, toMoved } from '../test/account.js';
import { StagedEventStore } from '../test/staged-event-store.js';
import type { StoredEvent } from './event-store.js';
import { EventStoreUnavailable } from './event-store.js';
import { HotStreamWriter } from './hot-stream.js';
import { InMemorySnapshots } from './in-memory-snapshots.js';

const long = Boolean(process.env['TEST_LONG']);
const STREAM = 'account-1';

/** What happens to an append on its way. */
type Fault = 'none' | 'slow' | 'lost before the commit' | 'lost after the commit';

interface Step {
  readonly writer: 0 | 1;
  /** Commands with equal numbers are the same operation, delivered again. */
  readonly operation: number;
  readonly isNew: boolean;
  /** Turns of the event loop until the next step. */
  readonly pause: number;
}

const steps = fc.array(
  fc.record<Step>({
    writer: fc.constantFrom(0, 1),
    operation: fc.integer({ min: 0, max: 24 }),
    isNew: fc.boolean(),
    pause: fc.integer({ min: 0, max: 4 }),
  }),
  { minLength: 1, maxLength: 40 },
);
const amounts = fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 25, maxLength: 25 });
const faults = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<Fault>('none') },
    fc.constantFrom<Fault>('slow', 'lost before the commit', 'lost after the commit'),
  ),
  { maxLength: 60 },
);

interface Outcome {
  readonly move: Move;
  readonly result: 'done' | 'refused' | 'unknown';
  /** Events in the stream when the command came and when it was answered. */
  readonly lengths: readonly [number, number];
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** Two processes with a snapshot every three events, over a store with faults. */
class Play {
  readonly store = new StagedEventStore();
  private length = 0;
  private readonly snapshots = new InMemorySnapshots();
  private readonly writers: readonly HotStreamWriter<Account, Move, Moved>[];

  constructor(
    private readonly amounts: readonly number[],
    private readonly faults: Fault[],
  ) {
    this.store.append = (append) => this.append(() => this.store.real.append(append));
    this.writers = [this.open(), this.open()];
  }

  async run(steps: readonly Step[]): Promise<Outcome[]> {
    const outcomes: Promise<Outcome>[] = [];
    for (const step of steps) {
      outcomes.push(this.execute(step));
      await turns(step.pause);
    }
    const settled = await Promise.all(outcomes);
    await Promise.all(this.writers.map((writer) => writer.close()));
    return settled;
  }

  balances(): Promise<number[]> {
    return Promise.all([...this.writers, this.open()].map((writer) => writer.read(STREAM, ({ balance }) => balance)));
  }

  private open(): HotStreamWriter<Account, Move, Moved> {
    const onFailure = (error: unknown): void => {
      throw error;
    };
    return new HotStreamWriter({
      store: this.store,
      decider: accountDecider,
      toEvent: toMoved,
      snapshots: { snapshots: this.snapshots, codec: accountCodec, everyEvents: 3, onFailure },
    });
  }

  private async append<Result extends { revision: number }>(commit: () => Promise<Result>): Promise<Result> {
    const fault = this.faults.shift();
    if (fault === 'lost before the commit') throw new EventStoreUnavailable(fault);
    if (fault === 'slow') await turns(5);
    const appended = await commit();
    this.length = Math.max(this.length, appended.revision + 1);
    if (fault === 'lost after the commit') throw new EventStoreUnavailable(fault);
    return appended;
  }

  private async execute({ writer, operation, isNew }: Step): Promise<Outcome> {
    const move = { id: `${operation}`, amount: this.amounts[operation] ?? 0 };
    const before = this.length;
    const ended = (result: Outcome['result']): Outcome => ({ move, result, lengths: [before, this.length] });
    try {
      await this.writers[writer]?.execute(STREAM, move, { operationId: move.id, isNew });
      return ended('done');
    } catch (error) {
      if (error instanceof DomainError) return ended('refused');
      if (error instanceof EventStoreUnavailable) return ended('unknown');
      throw error;
    }
  }
}

const wouldRefuse = (move: Move, events: readonly StoredEvent[]): boolean => {
  try {
    accountDecider.decide(move, replay(events));
    return false;
  } catch {
    return true;
  }
};

describe('any interleaving of two processes, redeliveries and faults', () => {
  it(
    'does what was answered exactly once, refuses only what had to be refused, and overdraws nothing',
    () =>
      fc.assert(
        fc.asyncProperty(steps, amounts, faults, async (plan, perOperation, mishaps) => {
          const play = new Play(perOperation, [...mishaps]);
          const outcomes = await play.run(plan);
          const events = await play.store.all(STREAM);
          const ids = events.map((event) => toMoved(event).data.id);

          expect(new Set(ids).size).toBe(ids.length);
          events.forEach((_, index) => expect(replay(events.slice(0, index + 1)).balance).toBeGreaterThanOrEqual(0));
          for (const { move, result, lengths } of outcomes) {
            if (result === 'done') expect(ids.slice(0, lengths[1])).toContain(move.id);
            if (result !== 'refused') continue;
            const [first, last] = lengths;
            const moments = Array.from({ length: last - first + 1 }, (_, index) => events.slice(0, first + index));
            expect(moments.some((moment) => wouldRefuse(move, moment))).toBe(true);
          }
          expect(new Set(await play.balances())).toEqual(new Set([replay(events).balance]));
        }),
        { numRuns: long ? 5000 : 300 },
      ),
    long ? 600_000 : 60_000,
  );
});
