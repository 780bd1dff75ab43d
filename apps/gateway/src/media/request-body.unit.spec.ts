import { DomainError } from '@halyard/core';
import { describe, expect, it } from '@jest/globals';
import { checkQuery, parseJsonBody } from './request-body.js';

const refusal = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return error.detail.faults?.map(({ code, path }) => [code, path]) ?? error.code;
  }
};
const parsed = (text: string | Buffer): unknown => refusal(() => parseJsonBody(Buffer.from(text)));
const nested = (depth: number): string => `{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`;

describe('parseJsonBody', () => {
  it.each([
    ['', {}],
    [' \n', {}],
    ['{}', {}],
    ['\uFEFF{"a":1}', { a: 1 }],
    ['{"constructor":1,"prototype":2}', { constructor: 1, prototype: 2 }],
    [nested(30), JSON.parse(nested(30))],
  ])('reads %j', (text, value) => {
    expect(parsed(text)).toEqual(value);
  });

  it.each([
    ['{'],
    ['[]'],
    ['null'],
    ['"x"'],
    ['1'],
    ['NaN'],
    ['{"a":1}{'],
    ['{"__proto__":{"admin":true}}'],
    ['{"a":[{"__proto__":1}]}'],
    ['{"constructor":{"prototype":{"admin":true}}}'],
    ['['.repeat(200_000)],
    [nested(40)],
    [nested(100_000)],
  ])('refuses %.40s', (text) => {
    expect(parsed(text)).toBe('BadRequest');
  });

  it('refuses bytes that are no UTF-8', () => {
    expect(parsed(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBe('BadRequest');
  });

  it('points at every text that no database keeps', () => {
    expect(parsed('{"a":{"b/c":["x","\\u0000"]},"d":"\\ud800","e":"\\ud83d\\ude00"}')).toEqual([
      ['InvalidFormat', '/a/b~1c/1'],
      ['InvalidFormat', '/d'],
    ]);
    expect(parsed('{"a":{"\\u0000":1}}')).toEqual([['InvalidFormat', '/a']]);
  });
});

describe('checkQuery', () => {
  it('points at values that no database keeps', () => {
    expect(refusal(() => checkQuery({ a: 'b', search: 'x\0', status: ['a', '\0'] }))).toEqual([
      ['InvalidFormat', '/query/search'],
      ['InvalidFormat', '/query/status'],
    ]);
  });

  it('lets others pass', () => {
    expect(refusal(() => checkQuery({ search: '%27 OR 1=1', status: ['a', 'b'] }))).toBeUndefined();
  });
});
