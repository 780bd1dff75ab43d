import { describe, expect, it } from '@jest/globals';
import { anchored, lengthOf, numbersOf, type Range } from './range.js';

const range = (oldest: number, newest: number): Range => ({ oldest, newest });
const EMPTY = range(1, 0);

describe('the range of a list', () => {
  it.each([
    ['none', range(1, 5), undefined, range(1, 5)],
    ['an earlier one', range(1, 5), 3, range(1, 3)],
    ['the present', range(1, 5), 5, range(1, 5)],
    ['one that is yet to come', range(1, 5), 999_999_999, range(1, 5)],
    ['one before all that is still there', range(4, 5), 2, range(4, 2)],
    ['none, of an empty list', EMPTY, undefined, EMPTY],
    ['one, of an empty list', EMPTY, 7, EMPTY],
  ])('ends at its anchor: %s', (_, given, anchor, expected) => expect(anchored(given, anchor)).toEqual(expected));

  it.each([
    [EMPTY, 0],
    [range(1, 1), 1],
    [range(4, 5), 2],
    [range(4, 2), 0],
  ])('%j has so many items: %d', (given, length) => expect(lengthOf(given)).toBe(length));

  it.each<[string, Range, number, number, number[]]>([
    ['the first', range(1, 5), 2, 0, [5, 4]],
    ['one between', range(1, 5), 2, 2, [3, 2]],
    ['the last', range(1, 5), 2, 4, [1]],
    ['one that begins at no page', range(1, 5), 2, 1, [4, 3]],
    ['one longer than the list', range(1, 5), 200, 0, [5, 4, 3, 2, 1]],
    ['the last of a list that lost its oldest', range(4, 5), 2, 1, [4]],
    ['one that begins at the end', range(1, 5), 2, 5, []],
    ['one far beyond the end', range(1, 5), 2, 1_000_000_000, []],
    ['the first of an empty list', EMPTY, 25, 0, []],
    ['one of a list that lost all up to its anchor', range(4, 2), 25, 0, []],
  ])('has numbers on a page: %s', (_, given, limit, offset, numbers) =>
    expect(numbersOf(given, { limit, offset })).toEqual(numbers),
  );

  describe('with gaps', () => {
    const gaps = [
      { last: 3, first: 10 },
      { last: 11, first: 20 },
    ];
    const all: Range = { oldest: 2, newest: 21, gaps };

    it.each<[Range, number]>([
      [all, 6],
      [{ ...all, newest: 19 }, 4],
      [{ ...all, newest: 9 }, 2],
      [{ ...all, oldest: 20 }, 2],
      [{ ...all, oldest: 12, newest: 19 }, 0],
    ])('%j has so many items: %d', (given, length) => expect(lengthOf(given)).toBe(length));

    it.each<[number, number, number[]]>([
      [6, 0, [21, 20, 11, 10, 3, 2]],
      [2, 1, [20, 11]],
      [3, 3, [10, 3, 2]],
      [9, 5, [2]],
      [2, 6, []],
    ])('has %d numbers after %d: %j', (limit, offset, numbers) =>
      expect(numbersOf(all, { limit, offset })).toEqual(numbers),
    );
  });
});
