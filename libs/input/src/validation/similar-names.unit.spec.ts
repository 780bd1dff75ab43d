import { describe, expect, it } from '@jest/globals';
import { KnownNames } from './similar-names.js';

const isMisspelling = (name: string, meant: string): boolean =>
  new KnownNames([meant]).meantBy(name, () => true) === meant;

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
    ['amoun', 'amount'],
    ['aamount', 'amount'],
    ['correlationIdXy', 'correlationId'],
    ['rrelationId', 'correlationId'],
    ['ocrrelatoinId', 'correlationId'],
    ['correlation-_-Id', 'correlationId'],
  ])('%s is taken for %s', (name, meant) => expect(isMisspelling(name, meant)).toBe(true));

  it.each([
    ['note', 'fees'],
    ['feeList', 'fees'],
    ['amt', 'amount'],
    ['clear', 'clearing'],
    ['maount1', 'amount'],
    ['xcorrelatoinIdd', 'correlationId'],
    ['a'.repeat(100_000), 'amount'],
    ['', 'amount'],
  ])('%s is not taken for %s', (name, meant) => expect(isMisspelling(name, meant)).toBe(false));

  it('is another one where the known name is there already', () => {
    const names = new KnownNames(['amount1', 'amount2']);
    expect(names.meantBy('amount3', (name) => name !== 'amount1')).toBe('amount2');
    expect(names.meantBy('amount3', () => false)).toBeUndefined();
  });
});
