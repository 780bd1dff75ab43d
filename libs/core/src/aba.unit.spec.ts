import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isRoutingNumber } from './index.js';

const valid = ['222222226', '021000021', '011401533', '091000019', '121000248', '322271627'];

describe('isRoutingNumber', () => {
  it.each(valid)('takes %s', (text) => expect(isRoutingNumber(text)).toBe(true));

  it.each([
    ['000000000', 'no such district, though the digits add up'],
    ['130000006', 'above the districts of the Federal Reserve'],
    ['200000004', 'below those of the thrifts'],
    ['330000000', 'above those of the thrifts'],
    ['611000007', 'electronic only, which the API does not take'],
    ['800000006', "traveller's cheques, which the API does not take"],
    ['22222222', 'eight digits'],
    ['2222222260', 'ten digits'],
    ['22222222a', 'a letter'],
    ['222 222 226', 'blanks'],
    ['222222226\n', 'a line break'],
    ['٢٢٢٢٢٢٢٢٦', 'digits of another script'],
    ['', 'nothing'],
    [222222226, 'a number'],
    [undefined, 'nothing at all'],
  ])('refuses %p: %s', (text, _reason) => expect(isRoutingNumber(text)).toBe(false));

  it('notices any single digit that is wrong', () => {
    fc.assert(
      fc.property(fc.constantFrom(...valid), fc.nat(8), fc.integer({ min: 1, max: 9 }), (text, place, by) => {
        const digits = [...text];
        digits[place] = String((Number(digits[place]) + by) % 10);
        expect(isRoutingNumber(digits.join(''))).toBe(false);
      }),
    );
  });

  it('takes exactly one check digit for any eight digits of a district', () => {
    const district = fc.oneof(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 21, max: 32 }));
    fc.assert(
      fc.property(district, fc.nat(999_999), (prefix, rest) => {
        const eight = String(prefix).padStart(2, '0') + String(rest).padStart(6, '0');
        expect([...'0123456789'].filter((digit) => isRoutingNumber(eight + digit))).toHaveLength(1);
      }),
    );
  });
});
