import { newId } from '@halyard/core';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Account, Move, MovedEvent } from '../../test/account.js';
import { accountCodec, accountDecider, toMoved } from '../../test/account.js';
import { carryOut } from '../../test/carry-out.js';
import type { StoredEvent } from '../event-store.js';
import { InMemoryEventStore } from '../in-memory-event-store.js';
import { InMemorySnapshots } from '../in-memory-snapshots.js';
import type { StreamSnapshot, StateCodec } from '../snapshots.js';
import { SpeculativeStreams } from './speculative-streams.js';

const STREAM = 'account-1';

let store: InMemoryEventStore;
let snapshots: InMemorySnapshots;
let failures: unknown[];
/** Events that were folded from the store. */
let folded: number;

const open = (codec: StateCodec<Account> = accountCodec): SpeculativeStreams<Account, Move, MovedEvent> =>
  new SpeculativeStreams({
    store,
    decider: accountDecider,
    toEvent: (event: StoredEvent) => {
      folded += 1;
      return toMoved(event);
    },
    snapshots: { snapshots, codec, everyEvents: 10, onFailure: (error) => failures.push(error) },
  });

async function deposit(writer: SpeculativeStreams<Account, Move, MovedEvent>, times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    const id = newId();
    await carryOut(store, writer, { stream: STREAM, move: { id, amount: 1 } });
  }
  await writer.close();
}

const balance = (writer = open()): Promise<number> => writer.read(STREAM, (account) => account.balance);

beforeEach(() => {
  store = new InMemoryEventStore();
  snapshots = new InMemorySnapshots();
  failures = [];
  folded = 0;
});

describe('a snapshot', () => {
  it('is saved every so many events, and spares the next process their replay', async () => {
    await deposit(open(), 25);
    expect(await snapshots.load(STREAM)).toMatchObject({ codecVersion: 1, revision: 19, position: 20n });
    expect(await balance()).toBe(25);
    expect(folded).toBe(5);
  });

  it('is saved of a long stream that was loaded without one', async () => {
    await deposit(open({ ...accountCodec, version: 0 }), 12);
    const reader = open();
    await balance(reader);
    await reader.close();
    expect(await snapshots.load(STREAM)).toMatchObject({ codecVersion: 1, revision: 11 });
  });

  it('of another codec version is ignored', async () => {
    await deposit(open(), 10);
    expect(await balance(open({ ...accountCodec, version: 2 }))).toBe(10);
    expect(folded).toBe(10);
  });

  it.each<[string, Partial<StreamSnapshot>]>([
    ['with a revision that the stream does not have', { revision: 99 }],
    ['with another position than the event has', { position: 99n }],
    ['that the codec cannot read', { state: null }],
  ])('%s is ignored', async (_, wrong) => {
    await deposit(open(), 5);
    await snapshots.save(STREAM, {
      codecVersion: 1,
      revision: 4,
      position: 5n,
      state: { balance: 1000, honoured: [] },
      ...wrong,
    });
    expect(await balance()).toBe(5);
    expect(failures).toHaveLength('state' in wrong ? 1 : 0);
  });

  it('that cannot be written or read is reported, and the stream goes on', async () => {
    snapshots.save = () => Promise.reject(new Error('not saved'));
    snapshots.load = () => Promise.reject(new Error('not loaded'));
    await deposit(open(), 10);
    expect(await balance()).toBe(10);
    expect(failures).toEqual([
      new Error('not loaded'),
      new Error('not saved'),
      new Error('not loaded'),
      new Error('not saved'),
    ]);
  });

  it('that the codec cannot make is reported, and the stream goes on', async () => {
    const failing = {
      ...accountCodec,
      toJson: () => {
        throw new Error('no JSON');
      },
    };
    await deposit(open(failing), 11);
    expect(failures).toEqual([new Error('no JSON')]);
    expect(await balance()).toBe(11);
  });
});
