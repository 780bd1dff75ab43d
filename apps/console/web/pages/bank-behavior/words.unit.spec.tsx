import { describe, expect, it } from '@jest/globals';
import { durationText } from '../../parts/duration-text.js';
import { measureText, thenText, whenText } from './words.js';

describe('a rule in words', () => {
  it.each([
    [{}, 'All entries'],
    [{ direction: 'debit' }, 'Debits'],
    [
      { direction: 'credit', route: 'same-day', routingNumber: '222222226' },
      'Credits by same-day ACH at bank 222222226',
    ],
    [{ route: 'micro-deposit' }, 'Entries of micro-deposits'],
    [{ amount: { from: '1000' } }, 'Entries of 1,000.00 USD or more'],
    [{ amount: { below: '0.5' } }, 'Entries below 0.50 USD'],
    [{ amount: { from: '10.00', below: 'much' } }, 'Entries from 10.00 USD to below much'],
    [{ owner: 'account' }, 'Entries of this account'],
    [{ direction: 'debit', owner: 'customer', customerType: 'receive-only' }, 'Debits of receive only customers'],
    [
      { owner: 'customer', correlationId: 'order-*' },
      'Entries of customers with a correlation id that begins with order-',
    ],
    [{ correlationId: 'order-17' }, 'Entries with correlation id order-17'],
  ])('says of %j which entries it is about', (when, text) => {
    expect(whenText({ when })).toBe(text);
  });

  it.each([
    [{}, 'Each one'],
    [{ share: '0.02' }, '2 % of them'],
    [{ share: '0.07' }, '7 % of them'],
    [{ share: '0.000001' }, '0.0001 % of them'],
    [{ share: '1' }, '100 % of them'],
    [{ share: 'half' }, 'A share of half'],
    [{ first: 1 }, 'The first one'],
    [{ first: 20 }, 'The first 20'],
    [{ every: 1 }, 'Each one'],
    [{ every: 2 }, 'Every 2nd'],
    [{ every: 11 }, 'Every 11th'],
    [{ every: 103 }, 'Every 103rd'],
  ])('says of %j how often it strikes', (measure, text) => {
    expect(measureText(measure)).toBe(text);
  });

  it.each([
    [{ return: 'R01' }, 'Returned in place of settlement: R01 Insufficient Funds'],
    [{ return: 'R10', after: 'P59DT12H' }, /^Settled, and returned 59 days 12 hours later: R10 /],
    [{ delay: 'P2W' }, 'Settled 2 weeks later'],
    [{ microDeposits: 'wrong-amounts' }, 'Micro-deposits can’t be verified: all amounts are wrong'],
    [{}, 'Nothing'],
    [
      { correct: 'C02', corrected: { routingNumber: '222222226' } },
      'Settled, and corrected: C02 Incorrect Routing Number (routing number 222222226)',
    ],
    [{ correct: 'C13' }, 'Settled, and corrected: C13 Addenda Format Error'],
  ])('says of %j what happens', (then, text) => {
    if (typeof text === 'string') expect(thenText({ then })).toBe(text);
    else expect(thenText({ then })).toMatch(text);
  });

  it('has of a number its last digits alone, and of a name nothing', () => {
    const corrected = { accountNumber: '4412907755', name: 'Grace Hopper', individualId: '123456789' };
    const text = thenText({ then: { correct: 'C01', corrected } });
    expect(text).toContain('account number ••7755, another name, another identification number');
    expect(text).not.toMatch(/4412907|Grace|1234/);
  });
});

it.each([
  ['P1D', '1 day'],
  ['PT90M', '90 minutes'],
  ['P1DT1H1S', '1 day 1 hour 1 second'],
  ['P1W', '1 week'],
  ['a day', 'a day'],
  ['P', 'P'],
])('the duration %s is %s', (duration, text) => {
  expect(durationText(duration)).toBe(text);
});
