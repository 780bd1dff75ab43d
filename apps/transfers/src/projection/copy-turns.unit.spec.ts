import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { ManualTime } from '@halyard/testing/messaging';
import { CopyTurns } from './copy-turns.js';

let nowMs: number;
let now: jest.SpiedFunction<typeof performance.now>;

beforeEach(() => {
  nowMs = 0;
  now = jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => now.mockRestore());

it('a copy has its turn once the one before has taken its page, and has rested for as long as that took', async () => {
  const time = new ManualTime();
  const turns = new CopyTurns(time);
  const taken: string[] = [];
  const pageOf = (copy: string, tookMs: number) => async () => {
    await Promise.resolve();
    nowMs += tookMs;
    taken.push(copy);
  };
  const first = turns.take(pageOf('first', 12));
  const next = turns.take(pageOf('second', 5));
  await first;
  expect([taken, time.nextInMs]).toEqual([['first'], 12]);
  time.pass(12);
  await next;
  expect(taken).toEqual(['first', 'second']);
});

it('a copy that can not take its page lets the next one have its turn', async () => {
  const time = new ManualTime();
  const turns = new CopyTurns(time);
  await expect(turns.take(() => Promise.reject(new Error('no page')))).rejects.toThrow('no page');
  const next = turns.take(() => Promise.resolve());
  time.pass(0);
  await next;
});
