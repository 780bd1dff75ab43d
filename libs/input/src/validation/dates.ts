import { durationMs } from '@halyard/core';
import { declare, sourceOf, type Term } from './declared.js';

/* Rules for days and moments. */

/** Whether a value is a day of the calendar, as `YYYY-MM-DD`. */
export function isCalendarDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const date = new Date(`${value}T00:00:00.000Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === value;
}

const calendarDay: Term = {
  name: 'calendarDay',
  test: isCalendarDay,
  schema: {
    type: 'string',
    format: 'date',
    description: 'A day that exists, as YYYY-MM-DD.',
    examples: ['1970-01-01'],
  },
  input: 'date',
};

export const IsDay = (): PropertyDecorator => declare(calendarDay);

/** The part after the date in ISO 8601: a time of day, with any fraction, and perhaps its offset from UTC. */
const TIME =
  /^T(?:[01]\d|2[0-3]):[0-5]\d(?::(?:[0-5]\d|60)(?:[.,]\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/;
const DATE_LENGTH = '2026-01-31'.length;

/** The day in a date or date-time, as it is written there; undefined for any other value. */
export function dayIn(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const [day, time] = [value.slice(0, DATE_LENGTH), value.slice(DATE_LENGTH)];
  return isCalendarDay(day) && (time === '' || TIME.test(time)) ? day : undefined;
}

const dayOrTime: Term = {
  name: 'dayOrTime',
  test: (value) => dayIn(value) !== undefined,
  schema: {
    description: 'A day that exists, as YYYY-MM-DD, or a date-time of ISO 8601, whose date counts as it is written.',
    anyOf: [
      { type: 'string', format: 'date', examples: ['1970-01-01'] },
      { type: 'string', format: 'date-time', examples: ['1970-01-01T00:00:00Z'] },
    ],
    examples: ['1970-01-01'],
  },
  input: 'date',
};

/** A day of the calendar. Clients may also send a date-time: see `dayIn` (decision "dates of birth"). */
export const IsDayOrTime = (): PropertyDecorator => declare(dayOrTime);

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;

/** Whether a value is a moment of the calendar, as `YYYY-MM-DDThh:mm:ssZ` or with milliseconds. */
export const isInstant = (value: unknown): value is string =>
  typeof value === 'string' &&
  INSTANT.test(value) &&
  isCalendarDay(value.slice(0, 10)) &&
  !Number.isNaN(new Date(value).getTime());

const instant: Term = {
  name: 'instant',
  test: isInstant,
  schema: {
    type: 'string',
    format: 'date-time',
    pattern: sourceOf(INSTANT),
    description: 'A moment in UTC, as 2026-01-31T12:00:00Z.',
    examples: ['2026-01-31T12:00:00.000Z'],
  },
};

/** A moment in UTC: see `isInstant`. */
export const IsInstant = (): PropertyDecorator => declare(instant);

/** A moment by RFC 3339, with at most milliseconds and any offset. */
const MOMENT = /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,3})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** @returns undefined for text that is no moment of RFC 3339, or has more than milliseconds */
export function momentIn(given: string): Date | undefined {
  const day = MOMENT.exec(given)?.[1];
  return day !== undefined && isCalendarDay(day) ? new Date(given) : undefined;
}

const moment: Term = {
  name: 'moment',
  test: (value) => typeof value === 'string' && momentIn(value) !== undefined,
  schema: {
    type: 'string',
    format: 'date-time',
    description: 'A moment (RFC 3339) with any offset, up to milliseconds.',
    examples: ['2026-01-31T12:00:00.000Z'],
  },
};

/** A moment with any offset: see `momentIn`. */
export const IsMoment = (): PropertyDecorator => declare(moment);

const duration: Term = {
  name: 'duration',
  test: (value) => typeof value === 'string' && durationMs(value) !== undefined,
  content: 'kept',
  schema: {
    type: 'string',
    pattern: '^P(?:\\d{1,12}W|(?:\\d{1,12}D)?(?:T(?:\\d{1,12}H)?(?:\\d{1,12}M)?(?:\\d{1,12}S)?)?)$',
    description: 'A duration of ISO 8601, of weeks, or of days, hours, minutes and seconds: P60D, PT90M, P1DT12H, P2W.',
    examples: ['P60D'],
  },
};

/** A duration of ISO 8601: see `durationMs` of the core. */
export const IsDuration = (): PropertyDecorator => declare(duration);
