import { describe, expect, it } from '@jest/globals';
import { BinaryArray } from './binary-array.js';

const EPOCH_MS = BigInt(Date.UTC(2000, 0, 1));

function lastBytesOf(at: Date): Buffer {
  const times = new BinaryArray('timestamptz');
  times.timestamptz(at);
  return times.finish().subarray(-8);
}

describe('a time in binary', () => {
  it.each([
    -8.64e15,
    -2_208_988_800_001,
    -1,
    0,
    946_684_799_999,
    946_684_800_000,
    946_684_800_001,
    946_684_800_000 + 2 ** 32 - 1,
    946_684_800_000 + 2 ** 32,
    1_795_700_000_123,
    253_402_300_799_999,
    8.64e15,
  ])('is microseconds since 2000, exactly: %d ms since 1970', (ms) => {
    expect(lastBytesOf(new Date(ms)).readBigInt64BE()).toBe((BigInt(ms) - EPOCH_MS) * 1_000n);
  });

  it('is refused where there is none', () => {
    expect(() => lastBytesOf(new Date(Number.NaN))).toThrow(RangeError);
  });
});
