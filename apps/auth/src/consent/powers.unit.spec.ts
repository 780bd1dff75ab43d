import { applicationScopes, permissions } from '@halyard/contracts';
import { expect, it } from '@jest/globals';
import { powersOf } from './powers.js';

it.each([
  ['read', ['See transfers and balances', 'See bank accounts', 'See customers']],
  ['write', ['See transfers and balances', 'See, add and change bank accounts', 'See, add and change customers']],
  [
    'read-write-transact',
    [
      'Send money from this account and its customers',
      'See transfers and balances',
      'See, add and change bank accounts',
      'See, add and change customers',
    ],
  ],
] as const)('lists only what scopes and permissions allow together: %s', (held, powers) => {
  expect(powersOf(['managecustomers', 'funding', 'transactions', 'send'], held)).toEqual(powers);
  expect(powersOf(['transactions'], held)).toEqual(['See transfers and balances']);
});

it('has words for every scope that a person may give', () => {
  for (const scope of [...applicationScopes, 'profile', 'email'])
    expect([scope, powersOf([scope], permissions[2])]).toEqual([scope, [expect.any(String)]]);
});
