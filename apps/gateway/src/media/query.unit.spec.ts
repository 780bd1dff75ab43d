import { describe, expect, it } from '@jest/globals';
import { parseQuery } from './query.js';

describe('a query', () => {
  it.each([
    ['', {}],
    ['a=1&b=', { a: '1', b: '' }],
    ['a=1&a=2', { a: ['1', '2'] }],
    ['a%20b=c+d%26', { 'a b': 'c d&' }],
    ['a=%zz', { a: '%zz' }],
    ['a[]=1', { a: '1' }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a%5B0%5D=1&a%5B1%5D=2', { a: ['1', '2'] }],
    ['a=1&a[]=2', { a: ['1', '2'] }],
    ['a[b]=1&a[1000]=2&[]=3', { 'a[b]': '1', 'a[1000]': '2', '': '3' }],
  ])('%s is read as %j', (text, read) => {
    expect(parseQuery(text)).toEqual(read);
  });

  it('names no prototype', () => {
    const query = parseQuery('__proto__=1&__proto__[]=2&constructor=3');
    expect(Object.entries(query)).toEqual([
      ['__proto__', ['1', '2']],
      ['constructor', '3'],
    ]);
    expect(Object.getPrototypeOf(query)).toBe(Object.prototype);
  });
});
