import { describe, expect, it } from '@jest/globals';
import { isMisspelling } from './similar-names.js';

describe('a misspelt name', () => {
  it.each([
    ['fee', 'fees'],
    ['feeS', 'fees'],
    ['metaData', 'metadata'],
    ['_link', '_links'],
    ['links', '_links'],
    ['correlation_id', 'correlationId'],
    ['corelationId', 'correlationId'],
    ['corelationid', 'correlationId'],
    ['correlatoinId', 'correlationId'],
    ['amuont', 'amount'],
    ['anount', 'amount'],
  ])('%s is taken for %s', (name, meant) => expect(isMisspelling(name, meant)).toBe(true));

  it.each([
    ['note', 'fees'],
    ['feeList', 'fees'],
    ['amt', 'amount'],
    ['clear', 'clearing'],
    ['a'.repeat(100_000), 'amount'],
    ['', 'amount'],
  ])('%s is not taken for %s', (name, meant) => expect(isMisspelling(name, meant)).toBe(false));
});
