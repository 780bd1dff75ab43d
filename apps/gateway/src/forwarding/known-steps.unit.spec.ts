import type { ClockStep } from '@halyard/contracts/sandbox-clock';
import { describe, expect, it } from '@jest/globals';
import { KnownSteps } from './known-steps.js';

const AT = '2026-03-02T12:00:00.000Z';
const made = (accountId: string, step: number): ClockStep => ({
  ...{ accountId, step, mode: 'frozen', banks: 'on-time', isAdvancing: false, at: AT, madeAt: AT },
});

describe('the steps that a gateway knows', () => {
  it('are the last ones, in whichever order they are heard', () => {
    const known = new KnownSteps(10);
    known.hear([made('a', 3), made('a', 2), made('b', 1)]);
    known.hear([made('b', 2), made('a', 3)]);
    expect(['a', 'b', 'c'].map((account) => known.of(account)?.step)).toEqual([3, 2, undefined]);
    expect([known.has('a', 3), known.has('a', 4), known.has('c', 0)]).toEqual([true, false, false]);
  });

  it('are those of so many accounts, without the ones that were heard of first', () => {
    const known = new KnownSteps(2);
    known.hear([made('a', 1), made('b', 1), made('a', 2), made('c', 1)]);
    expect(['a', 'b', 'c'].map((account) => known.of(account)?.step)).toEqual([2, undefined, 1]);
    known.hear([made('b', 1)]);
    expect(['a', 'b', 'c'].map((account) => known.of(account)?.step)).toEqual([undefined, 1, 1]);
  });

  it('are told to those who listen to the account, until they end it', () => {
    const known = new KnownSteps(2);
    let told = 0;
    const end = known.onStep('a', () => (told += 1));
    known.hear([made('b', 1), made('a', 1), made('a', 1)]);
    expect(told).toBe(1);
    end();
    known.hear([made('a', 2)]);
    expect(told).toBe(1);
  });

  it('are none after a reset, also not the higher ones', () => {
    const known = new KnownSteps(2);
    known.hear([made('a', 5)]);
    known.clear();
    known.hear([made('a', 1)]);
    expect(known.of('a')?.step).toBe(1);
  });
});
