import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalJson, canonicalRequest, differences } from './canonical.js';

const request = (body: unknown, path = '/transfers') => canonicalRequest({ method: 'POST', path, body });
const pointers = (first: unknown, second: unknown): string[] =>
  differences(request(first), request(second)).map(({ path }) => path);

const shuffled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(shuffled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, shuffled(member)]),
  );
};

describe('canonicalJson', () => {
  it('is equal for equal values in whatever order their members stand', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => canonicalJson(value) === canonicalJson(shuffled(value))));
  });

  it('is JSON of the same value, so that different values differ', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const same: unknown = JSON.parse(JSON.stringify(value));
        expect(JSON.parse(canonicalJson(value))).toEqual(same);
      }),
    );
  });

  it('keeps the order of lists', () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
  });
});

describe('differences', () => {
  it.each([
    ['a changed member', { a: 1, b: 2 }, { a: 1, b: 3 }, ['/b']],
    [
      'a nested member',
      { amount: { value: '1', currency: 'USD' } },
      { amount: { value: '2', currency: 'USD' } },
      ['/amount/value'],
    ],
    ['a member that was added', {}, { a: 1 }, ['/a']],
    ['a member that was left out', { a: 1 }, {}, ['/a']],
    ['another type', { a: { b: 1 } }, { a: 'b' }, ['/a']],
    ['a list in place of an object', { a: { 0: 1 } }, { a: [1] }, ['/a']],
    ['an item of a list', { a: [1, 2, 3] }, { a: [1, 9] }, ['/a/1', '/a/2']],
    ['names that need escaping', { 'a/b~c': 1 }, { 'a/b~c': 2 }, ['/a~1b~0c']],
    ['null and absent', { a: null }, {}, ['/a']],
    ['nothing', { a: 1 }, { a: 1 }, []],
  ])('points at %s', (_, first, second, expected) => {
    expect(pointers(first, second)).toEqual(expected);
  });

  it('points at the key when it was used elsewhere', () => {
    expect(differences(request({}, '/customers'), request({ a: 1 }))).toEqual([
      { code: 'Invalid', message: 'Idempotency-Key was used for POST /customers.', path: '/headers/Idempotency-Key' },
    ]);
  });

  it('points at no more than 25 places', () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`field${index}`, index]));
    expect(pointers(many, {})).toHaveLength(25);
  });

  it('points at the nearest place that a short pointer leads to', () => {
    const name = 'n'.repeat(300);
    expect(pointers({ a: { [name]: 1, [`${name}2`]: 1 } }, { a: { [name]: 2 } })).toEqual(['/a']);
    expect(pointers({ a: { [name]: 1 } }, { a: { [name]: 1, b: 2 } })).toEqual(['/a/b']);
  });

  it('is empty for the same body, and points somewhere for any other', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()), (a, b) => {
        expect(pointers(a, b).length === 0).toBe(canonicalJson(a) === canonicalJson(b));
      }),
    );
  });
});
