import { InvalidArgumentError } from 'commander';

/** The ISO 8601 durations of one unit. */
const units: Readonly<Record<string, (count: string) => string>> = {
  d: (count) => `P${count}D`,
  h: (count) => `PT${count}H`,
  m: (count) => `PT${count}M`,
};

/** Reads `60d`, `3h` or `90m` as the API's duration, and leaves an ISO 8601 duration as it is: the API judges it. */
export function durationOf(text: string): string {
  const [, count, unit] = /^(\d{1,9})([dhm])$/.exec(text) ?? [];
  const named = units[unit ?? ''];
  if (count !== undefined && named) return named(count);
  if (/^P[\dTWDHMS]+$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a time like 60d, 3h, 90m or P60D.');
}
