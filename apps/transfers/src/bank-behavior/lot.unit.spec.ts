import { describe, expect, it } from '@jest/globals';
import { keyOf, lotOf, lotsStruckBy } from './lot.js';

/** The vectors of the contract (section 3). */
describe('a lot', () => {
  const key = keyOf('ci-42');

  it.each([
    ['#1', 3702517904761580745n],
    ['#2', 5487128669386890314n],
    ['#3', 1849912670652260865n],
    ['order-17/1', 16859840000499862872n],
    ['order-17/2', 895854263594691419n],
  ])('of the entry %s follows from seed, rule and name alone', (entry, lot) =>
    expect(lotOf(key, 'nsf', entry)).toBe(lot),
  );

  it('differs by seed and by rule', () => {
    const lots = [lotOf(key, 'nsf', '#1'), lotOf(keyOf('ci-43'), 'nsf', '#1'), lotOf(key, 'late', '#1')];
    expect(new Set(lots).size).toBe(3);
  });

  it('is struck by a share of two in a hundred exactly where the contract says', () => {
    const struck = lotsStruckBy('0.02');
    const entries = Array.from({ length: 200 }, (_, index) => `#${index + 1}`);
    expect(entries.filter((entry) => lotOf(key, 'nsf', entry) < struck)).toEqual(['#18', '#96', '#139', '#174']);
  });
});

describe('a share', () => {
  it.each([
    ['0', 0n],
    ['0.000001', 18446744073709n],
    ['0.5', 9223372036854775808n],
    ['0.50', 9223372036854775808n],
    ['0.999999', 18446725626965477906n],
    ['1', 18446744073709551616n],
    ['1.000000', 18446744073709551616n],
  ])('of %s strikes the lots below its part of all', (share, lots) => expect(lotsStruckBy(share)).toBe(lots));
});
