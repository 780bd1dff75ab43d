const HOUR_MINUTES = 60;

/** A time zone by its hours from UTC, such as `UTC −06:00`. */
export function zoneText(hours: number): string {
  const minutes = Math.round(Math.abs(hours) * HOUR_MINUTES);
  const twoDigits = (count: number): string => String(count).padStart(2, '0');
  const offset = `${twoDigits(Math.floor(minutes / HOUR_MINUTES))}:${twoDigits(minutes % HOUR_MINUTES)}`;
  return minutes === 0 ? 'UTC' : `UTC ${hours < 0 ? '−' : '+'}${offset}`;
}
