import { DomainError, newId } from '@halyard/core';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Account, Move, Moved } from '../test/account.js';
import { accountDecider, toMoved } from '../test/account.js';
import { StagedEventStore } from '../test/staged-event-store.js';
import { EventStoreUnavailable } from './event-store.js';
import type { Executed } from './hot-stream.js';
import { HotStreamWriter } from './hot-stream.js';
import { eventId } from './stream-queue.js';

const STREAM = 'account-1';

let store: StagedEventStore;
let writer: HotStreamWriter<Account, Move, Moved>;
/** Another process over the same store. */
let other: HotStreamWriter<Account, Move, Moved>;

const openWriter = (): HotStreamWriter<Account, Move, Moved> =>
  new HotStreamWriter({ store, decider: accountDecider, toEvent: toMoved });

const move = (amount: number, { id = newId(), by = writer, isNew = false } = {}): Promise<Executed<Moved, number>> =>
  by.execute(STREAM, { id, amount }, { operationId: id, isNew }, ({ balance }) => balance);

const balance = (by = writer): Promise<number> => by.read(STREAM, (account) => account.balance);

const stored = async (): Promise<number[]> => (await store.all(STREAM)).map((event) => toMoved(event).data.amount);

beforeEach(() => {
  store = new StagedEventStore();
  writer = openWriter();
  other = openWriter();
});

describe('a command', () => {
  it('answers with its events, their revision and position, and what it asked of the state', async () => {
    const id = newId();
    await move(3);
    const executed = await move(5, { id });
    expect(executed).toEqual({
      events: [{ type: 'Moved', data: { id, amount: 5 } }],
      revision: 1,
      position: 2n,
      answer: 8,
    });
    expect((await store.all(STREAM))[1]).toMatchObject({ id: eventId(id, STREAM, 0), metadata: { operationId: id } });
  });

  it('is not answered before its commit', async () => {
    const held = store.holdNext();
    let answered = false;
    const moving = move(1).finally(() => (answered = true));
    await held.reached;
    await new Promise((resolve) => setImmediate(resolve));
    expect(answered).toBe(false);
    held.commit();
    await moving;
    expect(await stored()).toEqual([1]);
  });

  it('that was honoured before answers again without an event', async () => {
    const id = newId();
    await move(3, { id });
    await move(1);
    expect(await move(3, { id })).toMatchObject({ events: [], revision: 1, position: 2n, answer: 4 });
    expect(await stored()).toEqual([3, 1]);
  });

  it('that was honoured by an append in flight is answered after that append', async () => {
    const id = newId();
    const held = store.holdNext();
    const first = move(3, { id });
    await held.reached;
    const second = move(3, { id });
    held.commit();
    expect((await first).revision).toBe(0);
    expect(await second).toMatchObject({ events: [], revision: 0 });
  });

  it('on a stream that it creates reads nothing', async () => {
    await move(3, { isNew: true });
    expect(store.reads).toBe(0);
    expect(await stored()).toEqual([3]);
  });

  it('that wrongly takes its stream for new is decided on what is there', async () => {
    await move(3, { by: other });
    expect(await move(-2, { isNew: true })).toMatchObject({ revision: 1, answer: 1 });
    expect(await move(5, { isNew: true, by: openWriter() })).toMatchObject({ revision: 2, answer: 6 });
  });

  it('whose decider fails is rejected alone', async () => {
    const broken = new HotStreamWriter<Account, Move, Moved>({
      store,
      toEvent: toMoved,
      decider: {
        ...accountDecider,
        decide: (command, state) => {
          if (command.amount === 13) throw new TypeError('bug');
          return accountDecider.decide(command, state);
        },
      },
    });
    const results = await Promise.allSettled([1, 13, 2].map((amount) => move(amount, { by: broken })));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await stored()).toEqual([1, 2]);
  });

  it('whose answer cannot be taken from the state stands all the same', async () => {
    const failing = writer.execute(STREAM, { id: newId(), amount: 1 }, { operationId: newId() }, () => {
      throw new TypeError('bug');
    });
    await expect(failing).rejects.toThrow('bug');
    expect(await balance()).toBe(1);
  });
});

describe('commands that gather', () => {
  it('go into one append, each decided on what the earlier ones left', async () => {
    const results = await Promise.allSettled([10, -4, -5, -2, -1].map((amount) => move(amount)));
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value.answer : 'refused'))).toEqual([
      10,
      6,
      1,
      'refused',
      0,
    ]);
    expect(store.appends).toHaveLength(1);
    expect(await stored()).toEqual([10, -4, -5, -1]);
  });

  it('while an append is in flight go into the next one', async () => {
    const held = store.holdNext();
    const first = move(1);
    await held.reached;
    const gathered = [2, 3, 4].map((amount) => move(amount));
    held.commit();
    await Promise.all([first, ...gathered]);
    expect(store.appends.map(({ events }) => events.length)).toEqual([1, 3]);
  });
});

describe('a refusal', () => {
  it('on what is in memory is decided again on what the store holds', async () => {
    await move(1);
    await move(10, { by: other });
    expect(await move(-8)).toMatchObject({ revision: 2, answer: 3 });
  });

  it('is given once the store shows it right', async () => {
    await move(1);
    const reads = store.reads;
    await expect(move(-2)).rejects.toBeInstanceOf(DomainError);
    expect(store.reads).toBe(reads + 1);
  });

  it('shares its look at the store with those it gathered with', async () => {
    await move(1);
    const reads = store.reads;
    const results = await Promise.allSettled([-2, -3, -4].map((amount) => move(amount)));
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(store.reads).toBe(reads + 1);
  });

  it('decided on top of an append that was lost is decided again', async () => {
    await move(5);
    store.next = async (_, commit) => {
      await move(100, { by: other });
      return commit();
    };
    const [spent, more] = await Promise.all([move(-5), move(-50)]);
    expect([spent.answer, more.answer]).toEqual([100, 50]);
  });

  it('beside an append that turns out to be the repeat of an old one is decided on what followed', async () => {
    const repeated = newId();
    await move(5);
    await move(1, { id: repeated, by: other });
    await move(100, { by: other });
    const [again, spent] = await Promise.all([move(1, { id: repeated }), move(-50)]);
    expect(again.revision).toBe(1);
    expect(spent.answer).toBe(56);
    expect(await stored()).toEqual([5, 1, 100, -50]);
  });
});

describe('an append that fails', () => {
  it('because another writer came first is decided again, on what that one left', async () => {
    await move(10);
    store.next = async (_, commit) => {
      await move(-8, { by: other });
      return commit();
    };
    const results = await Promise.allSettled([move(-1), move(-5), move(2)]);
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value.answer : 'refused'))).toEqual([
      1,
      'refused',
      3,
    ]);
    expect(await stored()).toEqual([10, -8, -1, 2]);
  });

  it('because the store is away rejects its commands, and leaves no trace in memory', async () => {
    await move(10);
    store.next = () => Promise.reject(new EventStoreUnavailable('away'));
    const results = await Promise.allSettled([move(-1), move(-2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await move(5)).toMatchObject({ revision: 1, answer: 15 });
  });

  it('with its outcome unknown, though it stands, has happened once when the commands are repeated', async () => {
    await move(10);
    const id = newId();
    store.next = async (_, commit) => {
      await commit();
      throw new EventStoreUnavailable('answer lost');
    };
    await expect(move(-4, { id })).rejects.toBeInstanceOf(EventStoreUnavailable);
    expect(await move(-4, { id })).toMatchObject({ events: [], revision: 1, answer: 6 });
    expect(await stored()).toEqual([10, -4]);
  });

  it('again and again ends in an answer', async () => {
    await move(1);
    const loseAlways: StagedEventStore['next'] = async (_, commit) => {
      await store.real.append({
        stream: STREAM,
        expected: (await store.all(STREAM)).length - 1,
        events: [{ id: newId(), type: 'Moved', data: { id: newId(), amount: 1 } }],
      });
      store.next = loseAlways;
      return commit();
    };
    store.next = loseAlways;
    await expect(move(-1)).rejects.toBeInstanceOf(EventStoreUnavailable);
  });
});

describe('a read', () => {
  it('shows what another process has written', async () => {
    await move(1);
    await move(2, { by: other });
    expect(await balance()).toBe(3);
  });

  it('shows nothing that is not committed', async () => {
    await move(1);
    const held = store.holdNext();
    const moving = move(5);
    await held.reached;
    const shown = balance();
    held.commit();
    expect([await shown, (await moving).answer]).toEqual([6, 6]);
    store.next = () => Promise.reject(new EventStoreUnavailable('away'));
    const failing = move(5);
    await expect(failing).rejects.toBeInstanceOf(EventStoreUnavailable);
    expect(await balance()).toBe(6);
  });

  it('of a stream that is not there shows its initial state', async () => {
    expect(await writer.read('account-none', (state, revision) => [state.balance, revision])).toEqual([0, 'no-stream']);
  });

  it('fails when the store is away', async () => {
    const away = new StagedEventStore();
    away.read = () => {
      throw new EventStoreUnavailable('away');
    };
    const blind = new HotStreamWriter({ store: away, decider: accountDecider, toEvent: toMoved });
    await expect(balance(blind)).rejects.toBeInstanceOf(EventStoreUnavailable);
    await expect(move(1, { by: blind })).rejects.toBeInstanceOf(EventStoreUnavailable);
  });
});

describe('memory', () => {
  it('keeps the streams used last, and loads the others again', async () => {
    const small = new HotStreamWriter({ store, decider: accountDecider, toEvent: toMoved, idleStreamsMax: 1 });
    const moveOf = (stream: string) =>
      small.execute(stream, { id: newId(), amount: 1 }, { operationId: newId() }, (state) => state.balance);
    await moveOf('account-1');
    await moveOf('account-2');
    await small.close();
    const reads = store.reads;
    await moveOf('account-2');
    expect(store.reads).toBe(reads);
    expect((await moveOf('account-1')).answer).toBe(2);
    expect(store.reads).toBe(reads + 1);
  });

  it('is settled once the writer is closed', async () => {
    const held = store.holdNext();
    const moving = move(1);
    await held.reached;
    const closed = writer.close();
    held.commit();
    await closed;
    expect(await stored()).toEqual([1]);
    await moving;
  });
});
