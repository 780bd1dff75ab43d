import { durationMs } from './duration.js';

const HOUR_MS = 3_600_000;

describe('a duration of ISO 8601', () => {
  it.each([
    ['P60D', 60 * 24 * HOUR_MS],
    ['PT90M', 1.5 * HOUR_MS],
    ['P1DT12H', 36 * HOUR_MS],
    ['P2W', 14 * 24 * HOUR_MS],
    ['PT1H2M3S', HOUR_MS + 123_000],
    ['PT1H3S', HOUR_MS + 3_000],
    ['P0D', 0],
    ['PT0S', 0],
    ['P999999999999D', 999_999_999_999 * 24 * HOUR_MS],
  ])('%s is read', (text, ms) => expect(durationMs(text)).toBe(ms));

  it.each([
    ['nothing', ''],
    ['no count', 'P'],
    ['a time without a count', 'PT'],
    ['days and a time without a count', 'P1DT'],
    ['months', 'P1M'],
    ['years', 'P1Y'],
    ['weeks with days', 'P1W2D'],
    ['weeks with a time', 'P1WT1H'],
    ['a sign', '-P1D'],
    ['a sign of a count', 'P-1D'],
    ['a fraction', 'P1.5D'],
    ['small letters', 'p1d'],
    ['hours without T', 'P1H'],
    ['another order', 'PT1M1H'],
    ['blanks', ' P1D'],
    ['a line after it', 'P1D\n'],
    ['a plain number', '60'],
    ['more digits than anybody needs', `P${'9'.repeat(400)}D`],
  ])('%s is none', (_, text) => expect(durationMs(text)).toBeUndefined());
});
