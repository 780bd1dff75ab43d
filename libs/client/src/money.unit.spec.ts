import { describe, expect, it } from '@jest/globals';
import { centsOf, decimalOf, sumOf } from './money.js';

describe('money', () => {
  it.each<[string, bigint]>([
    ['0.00', 0n],
    ['0.1', 10n],
    ['7', 700n],
    ['225.01', 22_501n],
    ['-0.05', -5n],
    ['90071992547409.93', 9_007_199_254_740_993n],
  ])('%s is %s cents', (value, cents) => {
    expect(centsOf(value)).toBe(cents);
    expect(centsOf(decimalOf(cents))).toBe(cents);
  });

  it.each(['', '.5', '1.005', '1,00', '1e3', ' 1', 'NaN', '+1', '--1'])('%j is no amount', (value) => {
    expect(() => centsOf(value)).toThrow(RangeError);
  });

  it('adds up without a float', () => {
    const usd = (value: string) => ({ value, currency: 'USD' });
    expect(sumOf([usd('0.10'), usd('0.20')])).toEqual(usd('0.30'));
    expect(() => sumOf([usd('1.00'), { value: '1.00', currency: 'EUR' }])).toThrow('several currencies');
    expect(() => sumOf([])).toThrow(RangeError);
  });
});
