import { describe, expect, it } from '@jest/globals';
import { clearsSameDay, expectedSettlement, type SettlementRoute, SAME_DAY_AMOUNT_MINOR_MAX } from './settlement.js';

describe('clearsSameDay', () => {
  it.each<[string, string, bigint, boolean]>([
    ['before noon in winter', '2026-01-15T17:59:59.999Z', 1n, true],
    ['at noon in winter', '2026-01-15T18:00:00.000Z', 1n, false],
    ['before noon in summer', '2026-07-15T16:59:59.999Z', 1n, true],
    ['at noon in summer', '2026-07-15T17:00:00.000Z', 1n, false],
    ['100,000', '2026-01-15T15:00:00.000Z', SAME_DAY_AMOUNT_MINOR_MAX, true],
    ['more than 100,000', '2026-01-15T15:00:00.000Z', SAME_DAY_AMOUNT_MINOR_MAX + 1n, false],
    ['a Saturday', '2026-01-17T15:00:00.000Z', 1n, false],
    ['a Sunday', '2026-01-18T15:00:00.000Z', 1n, false],
    ['a holiday', '2026-11-26T15:00:00.000Z', 1n, false],
    ['the Friday before a holiday on a Saturday, which closes nothing', '2026-07-03T15:00:00.000Z', 1n, true],
    ['the Monday after a holiday on a Sunday', '2027-07-05T15:00:00.000Z', 1n, false],
    ['the day after the clocks went forward, before noon', '2026-03-09T16:59:59.999Z', 1n, true],
    ['the day after the clocks went forward, at noon', '2026-03-09T17:00:00.000Z', 1n, false],
    ['the day the clocks go forward, a Sunday, before noon', '2026-03-08T16:59:59.999Z', 1n, false],
    ['the day the clocks go back, a Sunday, before noon', '2026-11-01T17:59:59.999Z', 1n, false],
    ['the day after the clocks went back, before noon', '2026-11-02T17:59:59.999Z', 1n, true],
    ['the day after the clocks went back, at noon', '2026-11-02T18:00:00.000Z', 1n, false],
    ['just past midnight in Chicago', '2026-01-15T06:00:00.000Z', 1n, true],
    ['late in the evening before, though the same day in UTC', '2026-01-16T05:59:59.999Z', 1n, false],
  ])('%s', (_, at, amountMinor, expected) => expect(clearsSameDay(new Date(at), amountMinor)).toBe(expected));

  it('has its cut-off as a setting', () => {
    const cutOffs = {
      sameDayAch: { hour: 9, minute: 30 },
      wire: { hour: 15, minute: 0 },
      standardAch: { hour: 16, minute: 0 },
    };
    expect(clearsSameDay(new Date('2026-01-15T15:29:59.999Z'), 1n, cutOffs)).toBe(true);
    expect(clearsSameDay(new Date('2026-01-15T15:30:00.000Z'), 1n, cutOffs)).toBe(false);
  });
});

describe('expectedSettlement', () => {
  it.each<[SettlementRoute, string, string, string, string]>([
    ['instant', 'at once', '2026-01-15T15:00:00Z', '2026-01-15T15:00:00Z', '2026-01-15T15:00:00Z'],
    ['same-day credit', 'at four to five', '2026-01-15T15:00:00Z', '2026-01-15T22:00:00Z', '2026-01-15T23:00:00Z'],
    ['same-day credit', 'in summer', '2026-07-15T15:00:00Z', '2026-07-15T21:00:00Z', '2026-07-15T22:00:00Z'],
    ['credit', 'one to two days', '2026-01-13T15:00:00Z', '2026-01-14T06:00:00Z', '2026-01-15T23:00:00Z'],
    ['credit', 'after four, a day more', '2026-01-13T22:00:00Z', '2026-01-15T06:00:00Z', '2026-01-16T23:00:00Z'],
    ['credit', 'over a weekend and a holiday', '2026-01-16T15:00:00Z', '2026-01-20T06:00:00Z', '2026-01-21T23:00:00Z'],
    ['credit', 'into daylight saving', '2026-03-06T15:00:00Z', '2026-03-09T05:00:00Z', '2026-03-10T22:00:00Z'],
    ['credit', 'out of daylight saving', '2026-10-30T15:00:00Z', '2026-11-02T06:00:00Z', '2026-11-03T23:00:00Z'],
    ['debit', 'three to four days', '2026-01-12T15:00:00Z', '2026-01-15T06:00:00Z', '2026-01-16T23:00:00Z'],
    ['debit', 'handed in on a Saturday', '2026-01-10T15:00:00Z', '2026-01-15T06:00:00Z', '2026-01-16T23:00:00Z'],
    ['wire', 'the same day', '2026-01-15T20:59:59.999Z', '2026-01-15T21:00:00Z', '2026-01-15T23:00:00Z'],
    ['wire', 'from three on the next', '2026-01-15T21:00:00Z', '2026-01-16T21:00:00Z', '2026-01-16T23:00:00Z'],
  ])('of a %s: %s', (route, _, at, earliest, latest) =>
    expect(expectedSettlement(route, new Date(at))).toEqual({ earliest: new Date(earliest), latest: new Date(latest) }),
  );
});
