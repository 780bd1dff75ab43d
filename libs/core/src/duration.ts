const WEEKS = /^P(\d{1,12})W$/;
const DAYS_AND_TIME = /^P(?:(\d{1,12})D)?(?:T(?:(\d{1,12})H)?(?:(\d{1,12})M)?(?:(\d{1,12})S)?)?$/;

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/**
 * The milliseconds of a duration of ISO 8601: of weeks (`P2W`), or of days, hours, minutes and seconds (`P1DT12H`). A
 * day has 24 hours, whatever the daylight saving (contract of what no peer has, section 0).
 *
 * @returns undefined for anything else, also for months, years, signs and fractions
 */
export function durationMs(text: string): number | undefined {
  const weeks = WEEKS.exec(text)?.[1];
  if (weeks !== undefined) return Number(weeks) * WEEK_MS;
  const [, ...counts] = DAYS_AND_TIME.exec(text) ?? [];
  if (counts.every((count) => count === undefined) || text.endsWith('T')) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = counts.map((count) => Number(count ?? 0));
  return days * DAY_MS + hours * HOUR_MS + minutes * MINUTE_MS + seconds * SECOND_MS;
}
