import { describe, expect, it } from '@jest/globals';
import { comesBack } from './returning-bank.js';

const hours = (count: number): Date => new Date(Date.UTC(2026, 0, 1) + count * 60 * 60 * 1000);

describe('a bank that is added again', () => {
  it.each([
    ['removed at once and added at once', 'unverified', 0, 0, true],
    ['removed and added within 48 hours', 'unverified', 48, 48, true],
    ['added 48 hours after it was removed', 'unverified', 1, 49, true],
    ['added later than that', 'unverified', 1, 50, false],
    ['removed more than 48 hours after its creation', 'unverified', 49, 49, false],
    ['verified', 'verified', 1, 1, false],
  ] as const)('%s', (_, status, removedAfter, addedAfter, expected) => {
    const former = { status, created: hours(0), removedAt: hours(removedAfter) };
    expect(comesBack(former, hours(addedAfter))).toBe(expected);
  });
});
