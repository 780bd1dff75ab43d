import { InMemoryEventStore, InMemorySnapshots } from '@halyard/event-store/testing';
import { describe, expect, it } from '@jest/globals';
import { deriveId, moneyToJson, usd } from '@halyard/core';
import {
  Chain,
  type EventStore,
  type Position,
  PredecessorLost,
  type ReadOptions,
  type StoredEvent,
  WrongExpectedRevision,
} from '@halyard/event-store';
import { FaultyEventStore } from '../../test/faulty-event-store.js';
import { timedId } from '../../test/ids.js';
import { when as at } from '../../test/payments.js';
import { balanceCodec } from './balance.codec.js';
import type { BalanceCommand, PlaceHold, PostCredit } from './balance.decider.js';
import { type BalanceEvent, balanceEventOf, balanceStream, evolve, initial } from './balance.model.js';
import { Balances } from './balances.js';
import { REMEMBERED_MAX } from './remembered-ids.js';

const sourceId = timedId(1, 1);
const stream = balanceStream(sourceId);
const contra = 'transit:p1';
const legId = timedId(1, 9_999);

/** The balances of one process, each command in a chain of its own that is decided again for as long as others win. */
function open(store: EventStore) {
  const balances = new Balances(store, new InMemorySnapshots(), { warn: () => undefined });
  const enter = async (command: BalanceCommand, since: Position = 0n): Promise<void> => {
    for (;;) {
      const chain = new Chain(store);
      try {
        await balances.enter(sourceId, command, { chain, since });
        await chain.committed();
        return;
      } catch (error) {
        if (!(error instanceof WrongExpectedRevision || error instanceof PredecessorLost)) throw error;
      }
    }
  };
  return { enter, current: () => balances.current(sourceId) };
}

const credit = (entryId: string, minor = 1n): PostCredit => ({
  type: 'PostCredit',
  entryId,
  legId,
  amount: moneyToJson(usd(minor)),
  contra,
  at,
});
const hold = (holdId: string, minor = 1n): PlaceHold => ({
  type: 'PlaceHold',
  holdId,
  legId,
  amount: moneyToJson(usd(minor)),
  contra,
  at,
});

async function append(
  store: EventStore,
  expected: number | 'no-stream',
  events: readonly BalanceEvent[],
): Promise<number> {
  const { revision } = await store.append({
    stream,
    expected,
    events: events.map((event, index) => ({ id: deriveId('test', stream, String(expected), String(index)), ...event })),
  });
  return revision;
}

/** A credit for each id, in its order. */
const credits = (ids: readonly string[]): BalanceEvent[] =>
  ids.map((entryId) => ({
    type: 'CreditPosted',
    data: { entryId, amount: moneyToJson(usd(1n)), contra, at },
  }));

const idsFrom = (timeMs: number, many: number): string[] =>
  Array.from({ length: many }, (_, index) => timedId(timeMs + index, index));

interface Watch {
  readonly onEvent?: () => void;
  readonly onRead?: () => Promise<void>;
}

/** Tells of what is read backwards. */
class WatchedEventStore extends FaultyEventStore {
  constructor(
    store: EventStore,
    private readonly watch: Watch,
  ) {
    super(store, () => 'committed');
  }

  override async *read(stream: string, options?: ReadOptions): AsyncIterable<StoredEvent> {
    const isBackwards = options?.direction === 'backwards';
    for await (const event of super.read(stream, options)) {
      if (isBackwards) this.watch.onEvent?.();
      yield event;
    }
    if (isBackwards) await this.watch.onRead?.();
  }
}

describe('an id that is older than what a balance remembers', () => {
  const forgotten = timedId(10_000, 0);
  const crowd = idsFrom(10_000, REMEMBERED_MAX + 1);
  const count = BigInt(crowd.length);

  async function crowded() {
    const store = new InMemoryEventStore();
    await append(store, 'no-stream', credits(crowd));
    return { store, balances: open(store) };
  }

  it('is found in the stream when it was honoured, and nothing is posted twice', async () => {
    const { balances } = await crowded();
    await balances.enter(credit(forgotten));
    expect(await balances.current()).toMatchObject({ postedMinor: count });
  });

  it('is honoured when it is not in the stream, once', async () => {
    const { store, balances } = await crowded();
    const late = timedId(9_000, 7);
    await balances.enter(credit(late));
    await balances.enter(credit(late));
    await Promise.all([1, 2, 3].map(() => open(store).enter(credit(late))));
    expect(await balances.current()).toMatchObject({ postedMinor: count + 1n });
  });

  it('is looked for no further back than its payment goes', async () => {
    const { store, balances } = await crowded();
    const late = timedId(9_000, 7);
    let read = 0;
    const counting = new WatchedEventStore(store, { onEvent: () => (read += 1) });
    await open(counting).enter(credit(late), count - 10n);
    expect(read).toBe(11);
    expect(await balances.current()).toMatchObject({ postedMinor: count + 1n });
  });

  it('is decided again when others write meanwhile so much that the reading is out of date', async () => {
    const { store, balances } = await crowded();
    const late = timedId(9_000, 7);
    let interruptions = 2;
    const interrupted = new WatchedEventStore(store, {
      onRead: async () => {
        if (interruptions === 0) return;
        interruptions -= 1;
        const { revision } = await lastOf(store);
        await append(store, revision, credits(idsFrom(100_000 * (3 - interruptions), REMEMBERED_MAX + 1)));
      },
    });
    await open(interrupted).enter(credit(late));
    await open(store).enter(credit(late));
    expect(interruptions).toBe(0);
    expect(await balances.current()).toMatchObject({ postedMinor: 3n * count + 1n });
  });

  it('is a hold as well: one that was posted takes nothing again', async () => {
    const store = new InMemoryEventStore();
    const balances = open(store);
    await balances.enter(credit(timedId(1, 1), 100n));
    await balances.enter(hold(timedId(2, 2), 40n));
    await balances.enter({ type: 'PostHold', holdId: timedId(2, 2), legId, at });
    await append(store, (await lastOf(store)).revision, credits(crowd));

    await open(store).enter(hold(timedId(2, 2), 40n));
    expect(await balances.current()).toMatchObject({ postedMinor: 60n + count, availableMinor: 60n + count });
  });
});

describe('a covered debit that was refused before a balance forgot it', () => {
  it('is found in the stream, and refused', async () => {
    const store = new InMemoryEventStore();
    const { type: _, ...data } = credit(timedId(2, 2), 40n);
    const crowd = idsFrom(10_000, REMEMBERED_MAX + 1);
    const refused = crowd.map((entryId): BalanceEvent => ({ type: 'DebitRefused', data: { ...data, entryId } }));
    await append(store, 'no-stream', [{ type: 'DebitRefused', data }, ...refused, ...credits(crowd)]);
    const debit = { type: 'PostCoveredDebit', ...data } as const;

    await expect(open(store).enter(debit)).rejects.toMatchObject({ reason: 'InsufficientAvailableBalance' });
    expect(await open(store).current()).toMatchObject({ postedMinor: BigInt(crowd.length) });
  });
});

async function lastOf(store: EventStore): Promise<{ revision: number }> {
  for await (const event of store.read(stream, { direction: 'backwards', count: 1 })) return event;
  throw new Error('the stream is empty');
}

describe('a balance whose state is old in this process', () => {
  it('numbers its postings without gaps, whoever makes them', async () => {
    const store = new InMemoryEventStore();
    const [here, there] = [open(store), open(store)];
    const ids = idsFrom(1_000, 40);
    await Promise.all(ids.map((id, index) => (index % 2 ? here : there).enter(credit(id, 5n))));
    const postings: unknown[] = [];
    for await (const event of store.read(stream)) postings.push(balanceEventOf(event).data);
    expect(postings).toMatchObject(
      ids.map((_, index) => ({ posting: { number: index + 1, total: moneyToJson(usd(5n * BigInt(index + 1))) } })),
    );
  });

  it('posts a hold that another process has placed', async () => {
    const store = new InMemoryEventStore();
    const [here, there] = [open(store), open(store)];
    const holdId = timedId(2, 2);
    await here.enter(credit(timedId(1, 1), 100n));
    await there.enter(hold(holdId, 40n));
    await here.enter({ type: 'PostHold', holdId, legId, at });
    expect(await there.current()).toMatchObject({ postedMinor: 60n, availableMinor: 60n });
  });

  it('refuses nothing for funds that have come by another process', async () => {
    const store = new InMemoryEventStore();
    const [here, there] = [open(store), open(store)];
    await expect(here.enter(hold(timedId(2, 2)))).rejects.toMatchObject({
      reason: 'InsufficientAvailableBalance',
    });
    await there.enter(credit(timedId(1, 1)));
    await here.enter(hold(timedId(2, 2)));
    expect(await here.current()).toMatchObject({ postedMinor: 1n, availableMinor: 0n });
  });
});

describe('a snapshot', () => {
  it('is the state that it was taken of', () => {
    const holds: BalanceEvent[] = [
      {
        type: 'HoldPlaced',
        data: { holdId: timedId(2, 2), amount: moneyToJson(usd(3n)), contra, at },
      },
    ];
    const balance = [...credits(idsFrom(10_000, REMEMBERED_MAX + 5)), ...holds].reduce(evolve, initial());
    expect(balanceCodec.fromJson(JSON.parse(JSON.stringify(balanceCodec.toJson(balance))))).toEqual(balance);
    expect(balanceCodec.fromJson(JSON.parse(JSON.stringify(balanceCodec.toJson(initial()))))).toEqual(initial());
  });
});
