import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { KeyedHash } from './keyed-hash.js';

const hmac = (key: Buffer, value: string): string => createHmac('sha256', key).update(value).digest('hex');

describe('A keyed hash', () => {
  it('is that of RFC 4231, test case 2', () => {
    expect(new KeyedHash(Buffer.from('Jefe')).of('what do ya want for nothing?')).toBe(
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
  });

  it.each([0, 1, 55, 56, 64, 1_000, 2_730, 2_731, 8_192, 100_000])(
    'is the HMAC-SHA-256 of %i characters, whatever they are and whichever was hashed before',
    (length) => {
      const keys = [randomBytes(32), randomBytes(64), Buffer.alloc(0)];
      for (const letter of ['a', '\0', 'é', '€', '\ud800']) {
        for (const key of keys)
          expect(new KeyedHash(key).of(letter.repeat(length))).toBe(hmac(key, letter.repeat(length)));
      }
      for (const key of keys) expect(new KeyedHash(key).of('💶'.repeat(length))).toBe(hmac(key, '💶'.repeat(length)));
    },
  );

  it('takes no key that is longer than a block', () => {
    expect(() => new KeyedHash(randomBytes(65))).toThrow(RangeError);
  });
});
