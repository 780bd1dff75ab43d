import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { AMOUNT_MINOR_MAX, formatAmount, moneyFromJson, moneyToJson, parseAmount, usd } from './index.js';

const amounts = fc.bigInt({ min: 1n, max: AMOUNT_MINOR_MAX });

describe('parseAmount', () => {
  it.each([
    ['225.00', 22_500n],
    ['225', 22_500n],
    ['225.5', 22_550n],
    ['0.01', 1n],
    ['9999999999.99', AMOUNT_MINOR_MAX],
    [225, 22_500n],
    [0.1, 10n],
    [1.15, 115n],
    [9_999_999_999.99, AMOUNT_MINOR_MAX],
  ])('reads %p', (value, minor) => expect(parseAmount(value)).toEqual(usd(minor)));

  it.each([
    '0',
    '0.00',
    '10000000000.00',
    '1.234',
    '1.',
    '.5',
    '01.00',
    '+1.00',
    '-1.00',
    ' 1.00',
    '1.00 ',
    '1,000.00',
    '1e3',
    '0x10',
    '1.00\n',
    '١.٠٠',
    '',
    'NaN',
    0,
    -1,
    1.005,
    1e21,
    1e-7,
    0.1 + 0.2,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    10n,
    null,
    undefined,
    true,
    ['1.00'],
    { value: '1.00' },
  ])('refuses %p', (value) => expect(parseAmount(value)).toBeUndefined());

  it('reads what formatAmount writes, to the cent', () => {
    fc.assert(fc.property(amounts, (minor) => expect(parseAmount(formatAmount(minor))).toEqual(usd(minor))));
  });

  it('reads a JSON number of up to two decimals as its text', () => {
    fc.assert(
      fc.property(amounts, (minor) => {
        expect(parseAmount(Number(formatAmount(minor)))).toEqual(usd(minor));
      }),
    );
  });
});

describe('formatAmount', () => {
  it.each([
    [0n, '0.00'],
    [5n, '0.05'],
    [-5n, '-0.05'],
    [22_500n, '225.00'],
    [-22_550n, '-225.50'],
    [123_456_789_012_345n, '1234567890123.45'],
  ])('writes %p cents as %s', (minor, text) => expect(formatAmount(minor)).toBe(text));
});

describe('money in events', () => {
  it('comes back as it went, whatever its size and sign', () => {
    fc.assert(
      fc.property(fc.bigInt(), (minor) => {
        const json: unknown = JSON.parse(JSON.stringify(moneyToJson(usd(minor))));
        expect(json).toEqual({ minor: minor.toString(), currency: 'USD' });
        expect(moneyFromJson(moneyToJson(usd(minor)))).toEqual(usd(minor));
      }),
    );
  });
});
