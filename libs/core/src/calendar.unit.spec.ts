import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  addBankingDays,
  bankingDayFor,
  centralInstant,
  centralTime,
  cutOffs,
  federalReserveHoliday,
  isBankingDay,
  nextBankingDay,
  utcWeekBounds,
  utcWeekOf,
  DAY_MS,
} from './calendar.js';

const dates = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const daysOf = (year: number): string[] =>
  Array.from({ length: 366 }, (_, day) =>
    new Date(Date.UTC(year, 0, 1) + day * DAY_MS).toISOString().slice(0, 10),
  ).filter((date) => date.startsWith(String(year)));

describe('federalReserveHoliday', () => {
  // The schedules that the Federal Reserve Banks publish (frbservices.org, "Holiday Schedules").
  it.each([
    [2021, ['01-01', '01-18', '02-15', '05-31', '07-05', '09-06', '10-11', '11-11', '11-25']],
    [2022, ['01-17', '02-21', '05-30', '06-20', '07-04', '09-05', '10-10', '11-11', '11-24', '12-26']],
    [2023, ['01-02', '01-16', '02-20', '05-29', '06-19', '07-04', '09-04', '10-09', '11-23', '12-25']],
    [2024, ['01-01', '01-15', '02-19', '05-27', '06-19', '07-04', '09-02', '10-14', '11-11', '11-28', '12-25']],
    [2025, ['01-01', '01-20', '02-17', '05-26', '06-19', '07-04', '09-01', '10-13', '11-11', '11-27', '12-25']],
    [2026, ['01-01', '01-19', '02-16', '05-25', '06-19', '09-07', '10-12', '11-11', '11-26', '12-25']],
    [2027, ['01-01', '01-18', '02-15', '05-31', '07-05', '09-06', '10-11', '11-11', '11-25']],
  ])('closes the banks on these weekdays of %i', (year, expected) => {
    const closed = daysOf(year).filter((date) => federalReserveHoliday(date) !== undefined);
    expect(closed).toEqual(expected.map((day) => `${year}-${day}`));
  });

  it('names the holiday that is observed', () => {
    expect(federalReserveHoliday('2026-11-26')).toBe('Thanksgiving Day');
    expect(federalReserveHoliday('2027-07-05')).toBe('Independence Day');
    expect(federalReserveHoliday('2026-05-25')).toBe('Memorial Day');
  });

  it('leaves the Friday before a holiday on a Saturday open', () => {
    expect(isBankingDay('2026-07-03')).toBe(true);
    expect(isBankingDay('2021-12-31')).toBe(true);
  });

  it('knows Juneteenth from the year of its law on', () => {
    expect(isBankingDay('2020-06-19')).toBe(true);
    expect(isBankingDay('2023-06-19')).toBe(false);
  });
});

describe('banking days', () => {
  it.each(['2026-02-30', '2026-13-01', '2026-1-1', '2026-01-01T00:00:00Z', '', 'today', '2025-02-29'])(
    'are not told of %p, which is no date',
    (text) => expect(() => isBankingDay(text)).toThrow(RangeError),
  );

  it.each([
    ['2026-11-20', '2026-11-23', 'a Friday is followed by the Monday'],
    ['2026-11-25', '2026-11-27', 'Thanksgiving is passed over'],
    ['2026-07-02', '2026-07-03', 'a holiday on a Saturday takes no Friday'],
    ['2022-12-23', '2022-12-27', 'a holiday on a Sunday takes the Monday'],
    ['2027-12-31', '2028-01-03', 'the year turns'],
  ])('after %s comes %s: %s', (date, next) => expect(nextBankingDay(date)).toBe(next));

  it.each([
    ['2026-11-21', 0, '2026-11-23'],
    ['2026-11-21', 1, '2026-11-24'],
    ['2026-11-23', 0, '2026-11-23'],
    ['2026-11-23', 4, '2026-11-30'],
    ['2026-12-24', 1, '2026-12-28'],
  ])('%s and %i more is %s', (date, count, expected) => expect(addBankingDays(date, count)).toBe(expected));

  it.each([-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('are not counted by %p', (count) =>
    expect(() => addBankingDays('2026-11-23', count)).toThrow(RangeError),
  );

  it('add up: a days and then b days are a + b days', () => {
    fc.assert(
      fc.property(dates, fc.nat(20), fc.nat(20), (date, a, b) => {
        expect(addBankingDays(addBankingDays(date, a), b)).toBe(addBankingDays(date, a + b));
      }),
    );
  });

  it('lie at most four days apart, with none of them skipped', () => {
    fc.assert(
      fc.property(dates, (date) => {
        const next = nextBankingDay(date);
        const between = (Date.parse(next) - Date.parse(date)) / DAY_MS;
        expect(isBankingDay(next)).toBe(true);
        expect(between).toBeGreaterThanOrEqual(1);
        expect(between).toBeLessThanOrEqual(4);
        for (let ms = Date.parse(date) + DAY_MS; ms < Date.parse(next); ms += DAY_MS) {
          expect(isBankingDay(new Date(ms).toISOString().slice(0, 10))).toBe(false);
        }
      }),
    );
  });
});

describe('centralTime', () => {
  it.each([
    ['2026-01-15T18:00:00Z', '2026-01-15', 12, 0],
    ['2026-07-15T17:00:00Z', '2026-07-15', 12, 0],
    ['2026-01-01T05:59:59.999Z', '2025-12-31', 23, 59],
    ['2026-01-01T06:00:00Z', '2026-01-01', 0, 0],
    ['2026-03-08T07:59:00Z', '2026-03-08', 1, 59],
    ['2026-03-08T08:00:00Z', '2026-03-08', 3, 0],
    ['2026-11-01T06:30:00Z', '2026-11-01', 1, 30],
    ['2026-11-01T07:30:00Z', '2026-11-01', 1, 30],
  ])('at %s shows %s %i:%i', (at, date, hour, minute) => {
    expect(centralTime(new Date(at))).toEqual({ date, hour, minute });
  });

  it('is taken back by centralInstant, but for the hour that autumn repeats', () => {
    const minutes = fc.integer({ min: Date.UTC(2007, 10, 10) / 60_000, max: Date.UTC(2060, 0, 1) / 60_000 });
    fc.assert(
      fc.property(minutes, (minute) => {
        const at = new Date(minute * 60_000);
        const back = centralInstant(centralTime(at));
        expect([at.getTime(), at.getTime() - 3_600_000]).toContain(back.getTime());
        expect(centralTime(back)).toEqual(centralTime(at));
      }),
      { numRuns: 500 },
    );
  });

  it('resolves a time that spring skips to an hour later, and one that autumn repeats to the first', () => {
    expect(centralInstant({ date: '2026-03-08', hour: 2, minute: 30 })).toEqual(new Date('2026-03-08T08:30:00Z'));
    expect(centralInstant({ date: '2026-11-01', hour: 1, minute: 30 })).toEqual(new Date('2026-11-01T06:30:00Z'));
  });
});

describe('bankingDayFor', () => {
  it.each([
    ['2026-11-20T21:59:59Z', '2026-11-20', 'a Friday, a second before 4 PM in winter'],
    ['2026-11-20T22:00:00Z', '2026-11-23', 'a Friday at 4 PM'],
    ['2026-07-15T20:59:59Z', '2026-07-15', 'a second before 4 PM in summer'],
    ['2026-07-15T21:00:00Z', '2026-07-16', 'at 4 PM in summer'],
    ['2026-11-21T15:00:00Z', '2026-11-23', 'a Saturday'],
    ['2026-11-26T15:00:00Z', '2026-11-27', 'a holiday'],
    ['2026-11-24T04:00:00Z', '2026-11-24', 'Monday evening in Chicago, past the cut-off, though Tuesday in UTC'],
  ])('%s belongs to %s: %s', (at, date) => {
    expect(bankingDayFor(new Date(at), cutOffs.standardAch)).toBe(date);
  });

  it.each([
    [cutOffs.sameDayAch, '2026-11-20T18:00:00Z'],
    [cutOffs.wire, '2026-11-20T21:00:00Z'],
  ])('ends the day at the cut-off given: %p', (cutOff, at) => {
    expect(bankingDayFor(new Date(Date.parse(at) - 1), cutOff)).toBe('2026-11-20');
    expect(bankingDayFor(new Date(at), cutOff)).toBe('2026-11-23');
  });
});

describe('utcWeekOf', () => {
  it.each([
    ['a Monday, from its first moment', '2026-03-02T00:00:00.000Z', '2026-03-02'],
    ['a Sunday, to its last', '2026-03-08T23:59:59.999Z', '2026-03-02'],
    ['the Monday after', '2026-03-09T00:00:00.000Z', '2026-03-09'],
    ['a day between', '2026-03-05T12:00:00.000Z', '2026-03-02'],
    ['the end of a year', '2026-12-31T23:59:59.999Z', '2026-12-28'],
    ['the beginning of a year in its last week', '2027-01-01T00:00:00.000Z', '2026-12-28'],
    ['a leap day', '2028-02-29T00:00:00.000Z', '2028-02-28'],
  ])('%s', (_, at, week) => {
    expect(utcWeekOf(new Date(at))).toBe(week);
    const { from, to } = utcWeekBounds(week);
    expect(from.getTime() <= Date.parse(at) && Date.parse(at) < to.getTime()).toBe(true);
    expect(to.getTime() - from.getTime()).toBe(7 * DAY_MS);
  });
});
