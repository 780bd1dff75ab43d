import { describe, expect, it } from '@jest/globals';
import { DomainError, newId } from '@halyard/core';
import { readNewTransfer } from './read-new-transfer.js';

const fee = (value: unknown) => ({
  _links: { 'charge-to': { href: `/customers/${newId()}` } },
  amount: { value, currency: 'USD' },
});
const body = (fees: unknown, over: object = {}) => ({
  _links: { source: { href: `/funding-sources/${newId()}` }, destination: { href: `/funding-sources/${newId()}` } },
  amount: { value: '10.00', currency: 'USD' },
  fees,
  ...over,
});

/** `<code> <path>` of each fault. */
const faultsOf = (read: unknown): Promise<unknown> =>
  readNewTransfer(read).then(
    () => [],
    (error: unknown) =>
      error instanceof DomainError ? error.detail.faults?.map(({ code, path }) => `${code} ${path}`) : error,
  );

/** The pointers of faults lead to the faulty value (decision "pointers of faults"), whatever facts 7.2 publish. */
const at = (index: number): string => `Invalid /fees/${index}/amount/value`;

describe('amounts of fees are refused', () => {
  it.each<[string, unknown[], string[]]>([
    ['fees above 50 %', [fee('2.50'), fee('2.51')], ['Invalid /fees']],
    ['fee below 0.01', [fee('0.00'), fee('0.01'), fee('0'), fee(0)], [at(0), at(2), at(3)]],
    ['fee amount unparsable', [fee('0.10'), fee('0.001')], [at(1)]],
    ['less than nothing', [fee('-1.00')], [at(0)]],
    ['an object', [fee({ toString: 1, valueOf: 1 })], [at(0)]],
    ['a list', [fee([[['1.00']]])], [at(0)]],
    ['all of it at once', [fee('x'), fee('0'), fee('y'), fee(9)], [at(0), at(1), at(2), 'Invalid /fees']],
    ['nothing', [fee('')], ['Required /fees/0/amount/value']],
    ['a blank', [fee(' ')], ['Required /fees/0/amount/value']],
  ])('%s', async (_, fees, faults) => expect(await faultsOf(body(fees))).toEqual(faults));

  it('beside what else is wrong with the body', async () =>
    expect(await faultsOf(body([fee('5.01'), fee('x')], { correlationId: 'a b' }))).toEqual([
      'InvalidFormat /correlationId',
      at(1),
      'Invalid /fees',
    ]));

  it('not for a sum that nothing is known to bound', async () =>
    expect(await faultsOf(body([fee('5.01')], { amount: { value: 'x', currency: 'USD' } }))).toEqual([
      'InvalidFormat /amount/value',
    ]));

  it('not of half the amount, or of a cent', async () =>
    expect(await faultsOf(body([fee('4.99'), fee('0.01')]))).toEqual([]));

  it('once the list is too long, not for its sum', async () =>
    expect(await faultsOf(body(Array.from({ length: 51 }, () => fee('9'))))).toEqual(['Invalid /fees']));
});
