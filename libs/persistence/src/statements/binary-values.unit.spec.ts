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

describe('the place of a row in binary', () => {
  it.each([
    ['(0,1)', 0, 1],
    ['(4294967294,65535)', 4_294_967_294, 65_535],
  ])('is its block and offset: %s', (place, block, offset) => {
    const places = new BinaryArray('tid');
    places.tid(place);
    const bytes = places.finish().subarray(-6);
    expect([bytes.readUInt32BE(), bytes.readUInt16BE(4)]).toEqual([block, offset]);
  });
});
