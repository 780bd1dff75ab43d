import { newId } from '@halyard/core';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '@halyard/testing/waiting';
import { AppendQueue } from './append-queue.js';
import type { AppendResult } from './event-store.js';
import { EventStoreUnavailable, WrongExpectedRevision } from './event-store.js';
import type { Outcome, PendingAppend } from './outstanding.js';

interface Commit {
  readonly group: readonly PendingAppend[];
  readonly end: (outcomes: readonly Outcome[]) => void;
  readonly fail: (error: Error) => void;
}

const done: AppendResult = { revision: 0, position: 1n };

let queue: AppendQueue;
let commits: Commit[];

beforeEach(() => {
  commits = [];
  queue = new AppendQueue(
    (group) => new Promise((resolve, reject) => commits.push({ group, end: resolve, fail: reject })),
  );
});

const submit = (stream: string, expected: number): Promise<AppendResult> =>
  queue.submit({ stream, expected, events: [{ id: newId(), type: 'x', data: {} }] }).committed;

/** The commit that is in flight, as soon as there are so many. */
async function commit(number: number): Promise<Commit> {
  await until(`${number} commits were begun`, () => commits.length >= number);
  return commits[number - 1];
}

const named = ({ group }: Commit): string[] => group.map(({ append: { stream, expected } }) => `${stream} ${expected}`);

describe('appends', () => {
  it('that are submitted at once go into one commit, in their order', async () => {
    const submitted = Promise.all([submit('b', 1), submit('a', 7), submit('b', 2)]);
    const first = await commit(1);
    expect(named(first)).toEqual(['b 1', 'a 7', 'b 2']);
    first.end([done, { revision: 8, position: 2n }, done]);
    expect((await submitted)[1]).toEqual({ revision: 8, position: 2n });
  });

  it('gather while a commit is in flight', async () => {
    const submitted = [submit('a', 1)];
    const first = await commit(1);
    submitted.push(submit('a', 2), submit('b', 1));
    first.end([done]);
    const second = await commit(2);
    expect(named(second)).toEqual(['a 2', 'b 1']);
    second.end([done, done]);
    await Promise.all(submitted);
  });

  it('of a large commit are told in several turns, losers first', async () => {
    const told: number[] = [];
    const submitted = Array.from({ length: 500 }, (_, index) => {
      const count = (): unknown => told.push(index);
      return submit(`s${index}`, 0).then(count, count);
    });
    const { end } = await commit(1);
    const lost = new WrongExpectedRevision('s499');
    end(submitted.map((_, index) => (index === 499 ? lost : done)));
    const turns = new Set<number>();
    while (told.length < 500) {
      await new Promise(setImmediate);
      turns.add(told.length);
    }
    await Promise.all(submitted);
    expect([...turns].filter((count) => count > 0)).toEqual([193, 385, 500]);
    expect(told[0]).toBe(499);
  });

  it.each<[string, number, string]>([
    ['events', 3000, 'x'],
    ['text', 1, 'x'.repeat(2_500_000)],
  ])('go into several commits when they hold very many %s', async (_, events, text) => {
    const submitted = ['a', 'b'].map((stream) =>
      queue.submit({
        stream,
        expected: 0,
        events: Array.from({ length: events }, () => ({ id: newId(), type: 'x', data: text })),
      }),
    );
    for (const number of [1, 2]) {
      const { group, end } = await commit(number);
      expect(group).toHaveLength(1);
      end([done]);
    }
    await Promise.all(submitted.map(({ committed }) => committed));
  });

  it('go alone when they are larger than any commit', async () => {
    const data = 'x'.repeat(5_000_000);
    const submission = queue.submit({ stream: 'a', expected: 0, events: [{ id: newId(), type: 'x', data }] });
    (await commit(1)).end([done]);
    expect(await submission.committed).toEqual(done);
  });

  it('go into several commits when there are very many', async () => {
    const submitted = Array.from({ length: 2001 }, (_, index) => submit('a', index));
    const first = await commit(1);
    first.end(first.group.map(() => done));
    const second = await commit(2);
    expect(named(second)).toEqual(['a 2000']);
    second.end([done]);
    await Promise.all(submitted);
  });
});

describe('an append that fails', () => {
  it.each<[string, Error, (commit: Commit, error: Error) => void]>([
    ['has lost', new WrongExpectedRevision('a'), ({ end }, error) => end([error, done])],
    ['has no known outcome', new EventStoreUnavailable('away'), ({ fail }, error) => fail(error)],
  ])('because it %s takes with it what was submitted on top of it, and nothing else', async (_, error, fail) => {
    const failing = submit('a', 5);
    const beside = submit('c', 1);
    beside.catch(() => undefined);
    const first = await commit(1);
    const results = Promise.allSettled([submit('a', 6), submit('a', 4), submit('b', 6)]);
    fail(first, error);
    await expect(failing).rejects.toBe(error);
    const second = await commit(2);
    expect(named(second)).toEqual(['a 4', 'b 6']);
    second.end([done, done]);
    expect(await results).toMatchObject([
      { reason: { name: 'PredecessorLost', stream: 'a', cause: error } },
      { value: done },
      { value: done },
    ]);
  });

  it('is forgotten once it is known', async () => {
    const failing = submit('a', 5);
    (await commit(1)).end([new WrongExpectedRevision('a')]);
    await expect(failing).rejects.toBeInstanceOf(WrongExpectedRevision);
    const next = submit('a', 6);
    (await commit(2)).end([done]);
    expect(await next).toEqual(done);
  });
});

describe('a closed queue', () => {
  it('finishes what was submitted, and takes no more', async () => {
    const submitted = [submit('a', 1)];
    const first = await commit(1);
    submitted.push(submit('a', 2));
    let closed = false;
    const closing = queue.close().then(() => (closed = true));
    await expect(submit('a', 3)).rejects.toBeInstanceOf(EventStoreUnavailable);
    first.end([done]);
    const second = await commit(2);
    expect(closed).toBe(false);
    second.end([done]);
    await Promise.all([closing, ...submitted]);
  });
});
