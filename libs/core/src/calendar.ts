/** A calendar day, without time or zone: `2026-07-04`. */
export type CalendarDate = string;

/** Wall clock time in the Central time zone. Every cut-off is given in it. */
interface CentralTime {
  readonly date: CalendarDate;
  /** 0-23 */
  readonly hour: number;
  readonly minute: number;
}

export type CutOff = Pick<CentralTime, 'hour' | 'minute'>;

/** The cut-offs in Central time. Whatever is handed in before the cut-off of a banking day still goes out that day. */
export const cutOffs = {
  /** When same-day entries are exported (specification, "Limits"). */
  sameDayAch: { hour: 12, minute: 0 },
  /** When wires are sent (specification, "Limits"). */
  wire: { hour: 15, minute: 0 },
  /** When standard entries are exported (reference facts 7.8, 7.10). Until then a transfer can be cancelled. */
  standardAch: { hour: 16, minute: 0 },
} as const satisfies Record<string, CutOff>;

/** Writes a time like `09:05`. */
export const timeOfDay = ({ hour, minute }: CutOff): string =>
  [hour, minute].map((part) => `${part}`.padStart(2, '0')).join(':');

export const DAY_MS = 86_400_000;
const DAYS_OF_WEEK = 7;
const [SUNDAY, MONDAY, THURSDAY, SATURDAY] = [0, 1, 4, 6] as const;

/**
 * Holidays on a fixed date. If the date is a Sunday, the banks are closed on the Monday; if it is a Saturday, on no
 * day.
 */
const fixedHolidays = [
  { name: "New Year's Day", month: 1, day: 1 },
  { name: 'Juneteenth National Independence Day', month: 6, day: 19, firstYear: 2021 },
  { name: 'Independence Day', month: 7, day: 4 },
  { name: 'Veterans Day', month: 11, day: 11 },
  { name: 'Christmas Day', month: 12, day: 25 },
] as const;

/** Holidays on the `nth` weekday of a month, or the last one. */
const weekdayHolidays = [
  { name: 'Birthday of Martin Luther King, Jr.', month: 1, weekday: MONDAY, nth: 3 },
  { name: "Washington's Birthday", month: 2, weekday: MONDAY, nth: 3 },
  { name: 'Memorial Day', month: 5, weekday: MONDAY, nth: 'last' },
  { name: 'Labor Day', month: 9, weekday: MONDAY, nth: 1 },
  { name: 'Columbus Day', month: 10, weekday: MONDAY, nth: 2 },
  { name: 'Thanksgiving Day', month: 11, weekday: THURSDAY, nth: 4 },
] as const;

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** 0 for Sunday. */
  readonly weekday: number;
}

/** @throws RangeError for text that is not a calendar date */
function midnightUtcMs(date: CalendarDate): number {
  const ms = /^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN;
  if (Number.isNaN(ms) || toDate(ms) !== date) throw new RangeError('not a calendar date');
  return ms;
}

const toDate = (ms: number): CalendarDate => new Date(ms).toISOString().slice(0, 10);

/** @throws RangeError for text that is not a calendar date */
export const addDays = (date: CalendarDate, count: number): CalendarDate =>
  toDate(midnightUtcMs(date) + count * DAY_MS);

function dayOf(ms: number): Day {
  const date = new Date(ms);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: date.getUTCDay(),
  };
}

const daysIn = ({ year, month }: Day): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

function fixedHolidayOn({ year, month, day }: Day): string | undefined {
  return fixedHolidays.find(
    (holiday) =>
      holiday.month === month && holiday.day === day && (!('firstYear' in holiday) || year >= holiday.firstYear),
  )?.name;
}

function weekdayHolidayOn(date: Day): string | undefined {
  const nth = Math.ceil(date.day / 7);
  const isLast = date.day + 7 > daysIn(date);
  return weekdayHolidays.find(
    (holiday) =>
      holiday.month === date.month &&
      holiday.weekday === date.weekday &&
      (holiday.nth === 'last' ? isLast : holiday.nth === nth),
  )?.name;
}

/**
 * The holiday for which the Federal Reserve Banks are closed on a weekday; undefined if there is none. They don't
 * follow the rule of federal offices: a holiday on a Sunday is observed on the Monday, and one on a Saturday is not
 * observed. Source: Federal Reserve Financial Services, "Holiday Schedules"; 5 U.S.C. 6103(a).
 *
 * @throws RangeError for text that is not a calendar date
 */
export function federalReserveHoliday(date: CalendarDate): string | undefined {
  const ms = midnightUtcMs(date);
  const today = dayOf(ms);
  if (today.weekday === SATURDAY || today.weekday === SUNDAY) return undefined;
  const observed = today.weekday === MONDAY ? fixedHolidayOn(dayOf(ms - DAY_MS)) : undefined;
  return fixedHolidayOn(today) ?? weekdayHolidayOn(today) ?? observed;
}

/**
 * Whether the Federal Reserve Banks are open, so that entries can settle (Nacha Operating Rules, "Banking Day").
 *
 * @throws RangeError for text that is not a calendar date
 */
export function isBankingDay(date: CalendarDate): boolean {
  const { weekday } = dayOf(midnightUtcMs(date));
  return weekday !== SATURDAY && weekday !== SUNDAY && federalReserveHoliday(date) === undefined;
}

/**
 * The Monday of the week to which a time belongs. Limits count by these weeks, Monday to Sunday in UTC (reference facts
 * 2.10).
 */
export function utcWeekOf(at: Date): CalendarDate {
  const date = toDate(at.getTime());
  const ms = midnightUtcMs(date);
  const sinceMonday = (dayOf(ms).weekday + DAYS_OF_WEEK - MONDAY) % DAYS_OF_WEEK;
  return toDate(ms - sinceMonday * DAY_MS);
}

/** The bounds of a week; it ends where the next one begins. @throws RangeError for text that is not a calendar date */
export function utcWeekBounds(week: CalendarDate): { readonly from: Date; readonly to: Date } {
  const ms = midnightUtcMs(week);
  return { from: new Date(ms), to: new Date(ms + DAYS_OF_WEEK * DAY_MS) };
}

export function nextBankingDay(date: CalendarDate): CalendarDate {
  const next = addDays(date, 1);
  return isBankingDay(next) ? next : nextBankingDay(next);
}

/**
 * Goes forward by `count` banking days. If the banks are closed on the date, it counts from the next banking day: for a
 * Saturday, zero banking days later is Monday, and one is Tuesday.
 *
 * @param count a whole number, not negative
 * @throws RangeError
 */
export function addBankingDays(date: CalendarDate, count: number): CalendarDate {
  if (!Number.isSafeInteger(count) || count < 0) throw new RangeError('banking days are counted forwards');
  let day = isBankingDay(date) ? date : nextBankingDay(date);
  for (let passed = 0; passed < count; passed += 1) day = nextBankingDay(day);
  return day;
}

const central = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** The time in the Central time zone, with daylight saving. */
export function centralTime(at: Date): CentralTime {
  const parts = Object.fromEntries(central.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    date: `${parts['year']?.padStart(4, '0')}-${parts['month']}-${parts['day']}`,
    hour: Number(parts['hour']),
    minute: Number(parts['minute']),
  };
}

/**
 * The banking day on which something goes out: the day itself, if it is a banking day and before the cut-off; otherwise
 * the next one.
 */
export function bankingDayFor(at: Date, cutOff: CutOff): CalendarDate {
  const { date, hour, minute } = centralTime(at);
  const isInTime = hour * 60 + minute < cutOff.hour * 60 + cutOff.minute;
  return isInTime && isBankingDay(date) ? date : nextBankingDay(date);
}

/**
 * The moment of a time in Central time. A time that occurs twice in autumn means the first of the two moments; a time
 * that spring skips means one an hour later.
 */
export function centralInstant({ date, hour, minute }: CentralTime): Date {
  const wallMs = midnightUtcMs(date) + (hour * 60 + minute) * 60_000;
  const shows = (at: Date): number => {
    const seen = centralTime(at);
    return midnightUtcMs(seen.date) + (seen.hour * 60 + seen.minute) * 60_000;
  };
  const [daylight, standard] = [5, 6].map((hours) => new Date(wallMs + hours * 3_600_000));
  return daylight !== undefined && shows(daylight) === wallMs ? daylight : (standard ?? new Date(wallMs));
}
