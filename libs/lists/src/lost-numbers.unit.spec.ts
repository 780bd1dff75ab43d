import { describe, expect, it } from '@jest/globals';
import { nextNumber, refuseLost } from './lost-numbers.js';

const gaps = [
  { last: 5, first: 1_000 },
  { last: 1_001, first: 2_000 },
];

describe('a number that a client has', () => {
  it.each([0, 5, 999, 1_000, 1_001, 1_999, 2_000])('is taken outside of the gaps: %d', (number) =>
    expect(() => refuseLost(number, gaps, '/query/after')).not.toThrow(),
  );

  it.each([
    [6, 5, 1_000],
    [998, 5, 1_000],
    [1_002, 1_001, 2_000],
    [1_998, 1_001, 2_000],
  ])('is refused within a gap: %d', (number, last, first) =>
    expect(() => refuseLost(number, gaps, '/query/after')).toThrow(
      expect.objectContaining({
        code: 'ValidationError',
        detail: expect.objectContaining({
          faults: [
            {
              ...{ code: 'Invalid', path: '/query/after' },
              message: `Data was restored from a backup. After number ${last}, numbers go on at ${first}.`,
            },
          ],
        }),
      }),
    ),
  );

  it.each([
    [4, 5],
    [5, 1_000],
    [999, 1_000],
    [1_000, 1_001],
    [1_001, 2_000],
    [2_000, 2_001],
  ])('is followed by the next one: %d by %d', (number, next) => expect(nextNumber(number, gaps)).toBe(next));
});
