import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { choiceOfCoding, compressed } from './compression.js';

const long = Buffer.from('{"a":"b"}'.repeat(1_000));
const short = Buffer.from('{}');

describe('Accept-Encoding (RFC 9110, 12.5.3)', () => {
  it.each([
    [undefined, undefined, true],
    ['', undefined, true],
    ['gzip', 'gzip', true],
    ['GZip', 'gzip', true],
    ['gzip, deflate, br', 'br', true],
    ['gzip, deflate, br, zstd', 'br', true],
    ['br;q=0.5, gzip;q=0.8', 'gzip', true],
    ['br; q=0, gzip', 'gzip', true],
    ['gzip;q=0', undefined, true],
    ['*', 'br', true],
    ['*;q=0', undefined, false],
    ['*;q=0, gzip', 'gzip', false],
    ['br;q=0, *', 'gzip', true],
    ['identity', undefined, true],
    ['identity;q=1, gzip;q=0.5', undefined, true],
    ['identity;q=0.5, gzip;q=0.5', 'gzip', true],
    ['identity;q=0', undefined, false],
    ['identity;q=0, gzip;q=0.001', 'gzip', false],
    ['zstd, deflate', undefined, true],
    ['gzip;q=nonsense', 'gzip', true],
    [';;,,gzip;;', 'gzip', true],
    ['br-x, xgzip', undefined, true],
    [`${'a;q=0.1,'.repeat(2_000)}gzip`, 'gzip', true],
  ])('%s', (header, coding, canDoWithout) => {
    expect(choiceOfCoding(header)).toEqual({ ...(coding !== undefined && { coding }), canDoWithout });
  });
});

describe('a compressed answer', () => {
  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is smaller in %s, and the same once decompressed', async (coding, decompress) => {
    const packed = (await compressed(long, { coding, canDoWithout: true })) ?? Buffer.alloc(0);
    expect(packed.length).toBeLessThan(long.length / 10);
    expect(decompress(packed).equals(long)).toBe(true);
  });

  it('is none where it is short, unless the client refuses an uncompressed one', async () => {
    expect(await compressed(short, { coding: 'gzip', canDoWithout: true })).toBeUndefined();
    expect(await compressed(short, { coding: 'gzip', canDoWithout: false })).toBeInstanceOf(Buffer);
  });

  it('is none beyond some at a time, and is one again after them', async () => {
    const choice = { coding: 'br', canDoWithout: true } as const;
    const many = await Promise.all(Array.from({ length: 50 }, () => compressed(long, choice)));
    expect(many.filter((packed) => packed === undefined).length).toBeGreaterThan(0);
    expect(many.filter((packed) => packed !== undefined).length).toBeGreaterThan(0);
    expect(await compressed(long, choice)).toBeInstanceOf(Buffer);
  });
});
