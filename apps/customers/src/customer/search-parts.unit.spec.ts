import { describe, expect, it } from '@jest/globals';
import { partsOf, type Sample, tellingParts } from './search-parts.js';

describe('the parts of a search', () => {
  it.each([
    ['ada', ['ada']],
    ['Ada Name1', ['ada', 'nam', 'ame', 'me1']],
    ['ada.l@ex', ['ada']],
    ['mamama', ['mam', 'ama']],
    ['100%_\\', ['100']],
    ['ÑandÚ', ['ñan', 'and', 'ndú']],
    ['𝒜bcd', ['𝒜bc', 'bcd']],
    ['al b', []],
  ])('of %s are three letters or digits that follow each other, each once', (search, parts) => {
    expect(partsOf(search)).toEqual(parts);
  });

  it('are bounded', () => {
    const search = Array.from({ length: 60 }, (_, n) => 100 + n).join(' ');
    expect(partsOf(search)).toHaveLength(24);
  });
});

describe('the parts to ask the index for', () => {
  /** How many customers contain which parts, and whether they match. */
  const sampled = (parts: string, ...groups: [customers: number, contained: string, isMatch?: boolean][]): Sample[] =>
    groups.map(([customers, contained, isMatch = false]) => ({
      customers,
      isMatch,
      contains: [...parts].map((part) => contained.includes(part)),
    }));

  it.each<[string, [customers: number, contained: string, isMatch?: boolean][], string[] | undefined]>([
    [
      'the one that few have, not those that all have',
      [
        [487, 'BC'],
        [25, 'ABC', true],
      ],
      ['A'],
    ],
    [
      'another that spares more than it costs',
      [
        [300, 'C'],
        [187, 'BC'],
        [15, 'AC'],
        [10, 'ABC', true],
      ],
      ['A', 'B'],
    ],
    [
      'no other that spares nothing',
      [
        [462, ''],
        [50, 'ABC', true],
      ],
      ['A'],
    ],
    [
      'no other that spares less than it costs',
      [
        [172, 'C'],
        [290, 'BC'],
        [2, 'AC'],
        [48, 'ABC', true],
      ],
      ['A'],
    ],
    [
      'every rare one, though one would do for the sample',
      [
        [502, 'C'],
        [6, 'AC'],
        [4, 'BC'],
      ],
      ['B', 'A'],
    ],
    ['those that nobody of the sample has', [[512, 'C']], ['A', 'B']],
    ['the whole search where all have every part and match', [[512, 'ABC', true]], undefined],
    [
      'the whole search where all have every part and few match',
      [
        [500, 'ABC'],
        [12, 'ABC', true],
      ],
      undefined,
    ],
    [
      'the whole search where the parts still find many in vain',
      [
        [300, 'BC'],
        [150, 'ABC'],
        [62, 'ABC', true],
      ],
      undefined,
    ],
  ])('are %s', (_, groups, telling) => {
    expect(tellingParts(['A', 'B', 'C'], sampled('ABC', ...groups))).toEqual(telling);
  });
});
