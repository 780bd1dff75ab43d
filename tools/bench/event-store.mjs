// The event store and the speculative streams on the embedded Postgres, every commit on disk:
// node tools/bench/event-store.mjs [--seconds 5] [--runs 3] [--connections 64]
// Reports the best of several runs, because other work on the machine can only slow a run down.
import { randomUUID } from 'node:crypto';
import { newId } from '@halyard/core';
import {
  Chain,
  eventStoreMigrations,
  PostgresEventStore,
  PostgresSnapshots,
  SpeculativeStreams,
} from '@halyard/event-store';
import { DataSource } from 'typeorm';
import { appendToOwnStreams, hold, measure, openPostgres, row } from './latency.ts';
import { machine } from './machine.ts';
import { options, runMsOr } from './options.ts';
import { Times, timeOf } from './times.ts';

const callers = Number(options.connections);
const HOT_CALLERS = 256;
const LONG_STREAM_EVENTS = 100_000;
const OPENINGS = 20;
const HOLDS_KEPT = 1_000;

/** A small model of a ledger balance: the amount held, and the recent holds. */
const decider = {
  initial: () => ({ heldMinor: 0n, holds: new Map() }),
  decide: ({ holdId }, { holds }) =>
    holds.has(holdId) ? [] : [{ type: 'HoldPlaced', data: { holdId, amount: { minor: '100', currency: 'USD' } } }],
  evolve: (state, { data }) => {
    const minor = BigInt(data.amount.minor);
    state.heldMinor += minor;
    state.holds.set(data.holdId, minor);
    if (state.holds.size > HOLDS_KEPT) state.holds.delete(state.holds.keys().next().value);
    return state;
  },
};
const codec = {
  version: 1,
  toJson: ({ heldMinor, holds }) => ({
    held: String(heldMinor),
    holds: [...holds].map(([id, minor]) => [id, String(minor)]),
  }),
  fromJson: ({ held, holds }) => ({
    heldMinor: BigInt(held),
    holds: new Map(holds.map(([id, minor]) => [id, BigInt(minor)])),
  }),
};
const onFailure = (error) => {
  throw error;
};
const openWriter = (store, snapshots) =>
  new SpeculativeStreams({
    store,
    decider,
    toEvent: ({ type, data }) => ({ type, data }),
    ...(snapshots && { snapshots: { snapshots, codec, onFailure } }),
  });

/** Tells the figures of the best of several runs. */
async function best(name, work, callersOfIt = callers) {
  const runs = [];
  while (runs.length < Number(options.runs)) runs.push(await measure(work, callersOfIt, runMsOr(5)));
  const [winner] = runs.toSorted((one, other) => other.perSecond - one.perSecond);
  console.log(row(`${name}, ${callersOfIt} callers`, winner));
}

/** Decides a command and commits it, in its own chain. */
async function carryOut(store, writer, stream) {
  const holdId = randomUUID();
  const chain = new Chain(store);
  await writer.execute(stream, { holdId }, { chain, eventId: () => holdId });
  await chain.committed();
}

/** Times to load a long stream's state in a process that has not seen it. */
async function openings(store, stream, snapshots, count) {
  const times = new Times();
  for (let opening = 0; opening < count; opening++) {
    const writer = openWriter(store, snapshots);
    times.add(await timeOf(() => writer.read(stream, ({ heldMinor }) => heldMinor)));
    await writer.close();
  }
  return times;
}

async function longStream(store, snapshots) {
  const stream = `balance-${randomUUID()}`;
  const writer = openWriter(store, snapshots);
  for (let done = 0; done < LONG_STREAM_EVENTS; done += 1_000) {
    await Promise.all(Array.from({ length: 1_000 }, () => carryOut(store, writer, stream)));
  }
  await writer.close();
  return stream;
}

/** Events per second that a subscriber gets from the start of the log. */
async function catchUp(store) {
  const head = await store.head();
  const begin = performance.now();
  let events = 0;
  await new Promise((resolve, reject) => {
    store.subscribe({
      from: 0n,
      streamPrefixes: ['balance-', 'payment-'],
      onBatch: (batch) => {
        events += batch.events.length;
        if (batch.position >= head || performance.now() - begin > 5_000) resolve();
        return Promise.resolve();
      },
      onFailure: reject,
    });
  });
  return Math.round((events / (performance.now() - begin)) * 1_000);
}

console.log(machine());
const { url, remove } = await openPostgres();
const dataSource = await new DataSource({ type: 'postgres', url, migrations: eventStoreMigrations }).initialize();
await dataSource.runMigrations();
const store = new PostgresEventStore(url);
const snapshots = new PostgresSnapshots(dataSource);

await best('append one event, own streams', appendToOwnStreams(store, callers));
await best('append one event, new streams', () =>
  store.append({ stream: `payment-${newId()}`, expected: 'no-stream', events: [hold()] }),
);
const hotWriter = openWriter(store, snapshots);
const hotStream = `balance-${newId()}`;
for (const callersOfIt of [callers, HOT_CALLERS])
  await best('commands on one hot stream', () => carryOut(store, hotWriter, hotStream), callersOfIt);
await hotWriter.close();

const stream = await longStream(store, snapshots);
const opened = `open a stream of ${LONG_STREAM_EVENTS} events`;
console.log(`${opened}, with a snapshot: ${await openings(store, stream, snapshots, OPENINGS)}`);
console.log(`${opened}, without: ${await openings(store, stream, undefined, 3)}`);
console.log(`catch up from the start of the log: ${await catchUp(store)} events/s`);
await store.close();
await dataSource.destroy();
await remove();
