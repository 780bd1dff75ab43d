import { deflateSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { UnreadableFile } from './format-check.js';
import { Inflation } from './inflation.js';

const packed = (times: number): Buffer =>
  Array.from({ length: times }).reduce<Buffer>((data) => deflateSync(data), Buffer.from('what is packed'));

describe.each([1, 2, 3, 5, 8, 1_000])('data that comes %i bytes at a time', (bytes) => {
  const inflate = async (data: Buffer): Promise<void> => {
    const inflation = new Inflation({ left: 1_000_000 });
    for (let at = 0; at < data.length; at += bytes) await inflation.take(data.subarray(at, at + bytes));
    await inflation.end();
  };

  it.each([1, 2])('may be packed %i times over', async (times) => {
    await expect(inflate(packed(times))).resolves.toBeUndefined();
  });

  it.each([3, 4])('may not be packed %i times over', async (times) => {
    await expect(inflate(packed(times))).rejects.toBeInstanceOf(UnreadableFile);
  });
});
