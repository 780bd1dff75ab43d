import { expect } from '@jest/globals';
import type { EventLogUnderTest, StoreAbility } from './event-log-under-test.js';
import type { Append, AppendResult, EventStore, Submission } from '../../src/event-store.js';
import { EventStoreUnavailable, PredecessorLost } from '../../src/event-store.js';
import { anEvent, append, aStream, SubscriptionListener, types } from './support.js';

type Test = (title: string, test: () => Promise<void>) => void;

const CUT_EVERY_APPENDS = 25;

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index}`);

/** Repeats an append while its outcome is unknown, as the port's contract allows. */
async function appendUntilAnswered(store: EventStore, again: Append): Promise<AppendResult> {
  for (;;) {
    try {
      return await store.append(again);
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable)) throw error;
    }
  }
}

/** Writes events named from 0, one append each. Every answer must be that of the append's only effect. */
async function write(store: EventStore, stream: string, count: number, onAppended: () => void): Promise<void> {
  for (const type of names(count)) {
    const revision = Number(type);
    const expected = revision === 0 ? 'no-stream' : revision - 1;
    const appended = await appendUntilAnswered(store, { stream, expected, events: [anEvent(type)] });
    expect(appended.revision).toBe(revision);
    onAppended();
  }
}

/** Makes an append to each stream. A second call gives the same ids. */
function chainOf(streams: readonly string[], type: string): Append[] {
  const revision = Number(type);
  const expected = revision === 0 ? 'no-stream' : revision - 1;
  return streams.map((stream) => ({ stream, expected, events: [anEvent(type)] }));
}

/**
 * Submits a chain until all of it stands. If the outcome of a predecessor is unknown, an append fails, and the same
 * chain may be submitted again.
 */
async function chainUntilItStands(store: EventStore, links: readonly Append[]): Promise<void> {
  for (;;) {
    const chain: Submission[] = [];
    for (const link of links) chain.push(store.submit(link, chain.slice(-1)));
    const results = await Promise.allSettled(chain.map(({ committed }) => committed));
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
    if (failures.length === 0) return;
    for (const failure of failures) {
      const reason = failure instanceof PredecessorLost ? failure.cause : failure;
      if (!(reason instanceof EventStoreUnavailable)) throw failure;
    }
  }
}

export function trouble(
  open: () => EventStore,
  log: () => EventLogUnderTest,
  can: (ability: StoreAbility) => Test,
  rounds: number,
): void {
  can('connections')('gives every append one effect, though connections are lost in the middle of them', async () => {
    const [store, streams] = [open(), Array.from({ length: 8 }, () => aStream('cut'))];
    const cuts: Promise<void>[] = [];
    let appends = 0;
    const cutNowAndThen = (): void => {
      appends += 1;
      if (appends % CUT_EVERY_APPENDS === 0) cuts.push(Promise.resolve(log().cut?.()));
    };
    await Promise.all(streams.map((stream) => write(store, stream, rounds, cutNowAndThen)));
    await Promise.all(cuts);
    expect(cuts.length).toBeGreaterThan(0);
    for (const stream of streams) expect(await types(store, stream)).toEqual(names(rounds));
  });

  can('connections')('gives every chain one effect, though connections are lost in the middle of them', async () => {
    const [store, kind] = [open(), aStream('cut')];
    const cuts: Promise<void>[] = [];
    const writing = names(8).map(async (writer) => {
      const streams = names(3).map((number) => `${kind}-${writer}-${number}`);
      for (const type of names(rounds)) {
        await chainUntilItStands(store, chainOf(streams, type));
        if (Number(type) % CUT_EVERY_APPENDS === Number(writer)) cuts.push(Promise.resolve(log().cut?.()));
      }
      return streams;
    });
    const streams = (await Promise.all(writing)).flat();
    await Promise.all(cuts);
    expect(cuts.length).toBeGreaterThan(0);
    for (const stream of streams) expect(await types(store, stream)).toEqual(names(rounds));
  });

  can('connections')('goes on with a subscription where it was when its connection is lost', async () => {
    const [store, stream] = [open(), aStream('resumed')];
    const listening = new SubscriptionListener(store, await store.head(), stream);
    for (const round of names(5).map(Number)) {
      await append(store, stream, round === 0 ? 'no-stream' : round - 1, `${round}`);
      await listening.until(() => listening.events.length === round + 1);
      await log().cut?.();
    }
    await listening.stop();
    expect(listening.types()).toEqual(names(5));
  });

  can('restarts')(
    'loses and doubles nothing when the store restarts under appends in flight and a live subscription',
    async () => {
      const [store, other, kind] = [open(), open(), aStream('restart')];
      const streams = Array.from({ length: 4 }, (_, index) => `${kind}-${index}`);
      const listening = new SubscriptionListener(other, await store.head(), kind);
      const writing = Promise.all(streams.map((stream) => write(store, stream, 60, () => undefined)));
      for (const seen of [20, 60, 120]) {
        await listening.until(() => listening.events.length >= seen);
        await log().restart?.();
      }
      await writing;
      await listening.until(() => listening.events.length >= 240);
      await listening.stop();
      const positions = listening.events.map(({ position }) => position);
      expect(positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0n))).toBe(true);
      for (const stream of streams) {
        expect(await types(store, stream)).toEqual(names(60));
        const heard = listening.events.filter((event) => event.stream === stream);
        expect(heard.map(({ type }) => type)).toEqual(names(60));
      }
    },
  );
}
