import { describe, expect, it } from '@jest/globals';
import { monthAfter, monthText, monthTyped } from './months.js';

describe('a month', () => {
  it('is said in words', () => expect(monthText('2026-11')).toBe('November 2026'));

  it.each([
    ['2020-01', '2020-01'],
    ['November 2026', '2026-11'],
    ['feb 2025', '2025-02'],
    ['', undefined],
    ['2026-13', undefined],
    ['next 2026', undefined],
  ])('is typed as people or as the API write it: %s', (typed, name) => expect(monthTyped(typed)).toBe(name));

  it.each([
    ['2026-12', 1, '2027-01'],
    ['2026-01', -1, '2025-12'],
    ['2026-06', -1, '2026-05'],
  ])('has others before and after it, also in other years: %s %s', (name, by, other) =>
    expect(monthAfter(name, by)).toBe(other),
  );
});
