const AGE_MIN = 18;
const AGE_MAX = 125;

const isoDay = (date: Date): string => date.toISOString().slice(0, 10);

const yearsBefore = (day: string, years: number): string =>
  String(Number(day.slice(0, 4)) - years).padStart(4, '0') + day.slice(4);

/** Whether a person is of age, and not implausibly old, on the current day in UTC. */
export function isAllowedAge(dateOfBirth: string, now: Date): boolean {
  const today = isoDay(now);
  return dateOfBirth <= yearsBefore(today, AGE_MIN) && dateOfBirth > yearsBefore(today, AGE_MAX + 1);
}
