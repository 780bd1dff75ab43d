import { describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { linksOf } from './customer.document.js';

const id = newId();
const self = { kind: 'customer', id };
const transfers = { kind: 'transfers', id: '' };
const relationsOf = (standing: Omit<Parameters<typeof linksOf>[0], 'id'>): string[] =>
  Object.entries(linksOf({ id, ...standing }))
    .flatMap(([relation, target]) => (target ? [relation] : []))
    .sort();

const always = ['funding-sources', 'transfers'];

describe('the links of a customer', () => {
  it.each([
    ['unverified', 'unverified', null, ['deactivate', 'receive', 'send', 'suspend']],
    ['receive-only', 'unverified', null, ['deactivate', 'receive', 'suspend']],
    ['personal', 'verified', null, ['deactivate', 'receive', 'send', 'suspend']],
    ['personal', 'retry', null, ['deactivate', 'suspend']],
    ['personal', 'document', null, ['deactivate', 'suspend']],
    ['personal', 'suspended', null, []],
    ['unverified', 'suspended', null, []],
    ['unverified', 'deactivated', 'unverified', ['reactivate', 'suspend']],
    ['personal', 'deactivated', 'verified', ['reactivate', 'suspend']],
  ] as const)('that is %s and %s', (type, status, statusBefore, relations) => {
    expect(relationsOf({ type, status, statusBefore })).toEqual([...always, ...relations].sort());
  });

  it('lead to its lists, to itself and to the transfers', () => {
    expect(linksOf({ id, type: 'unverified', status: 'unverified', statusBefore: null })).toMatchObject({
      'funding-sources': { kind: 'customer-funding-sources', id },
      transfers: { kind: 'customer-transfers', id },
      send: transfers,
      receive: transfers,
      deactivate: self,
      suspend: self,
    });
  });
});
