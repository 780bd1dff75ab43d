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
const members = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, name) => [`k${name}`, name])));

describe('parseJsonBody', () => {
  it.each([
    ['', {}],
    [' \n', {}],
    ['{}', {}],
    ['null', {}],
    ['\uFEFF{"a":1}', { a: 1 }],
    ['{"constructor":1,"prototype":2}', { constructor: 1, prototype: 2 }],
    [nested(30), JSON.parse(nested(30))],
  ])('reads %j', (text, value) => {
    expect(parsed(text)).toEqual(value);
  });

  it.each([
    ['{'],
    ['[]'],
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
    [members(1_001)],
    [`{"a":[${members(1_001)}]}`],
  ])('refuses %.40s', (text) => {
    expect(parsed(text)).toBe('BadRequest');
  });

  it('reads as many members as any body has, and longer lists', () => {
    for (const text of [members(1_000), JSON.stringify({ a: Array(1_001).fill(1) })])
      expect(parsed(text)).toEqual(JSON.parse(text));
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

describe('the faults of a body', () => {
  const faultsOf = (body: unknown) => {
    try {
      parseJsonBody(Buffer.from(JSON.stringify(body)));
    } catch (error) {
      if (error instanceof DomainError) return error.detail;
    }
    return undefined;
  };
  const unstorable = (count: number): string[] => Array<string>(count).fill('\0');

  it('are told up to 25, and those beyond counted', () => {
    expect(faultsOf({ a: unstorable(1_000) })).toMatchObject({ faults: { length: 25 }, moreFaults: 975 });
  });

  it('are told by what they belong to where their names are too long', () => {
    const detail = faultsOf({ a: { ['k'.repeat(20_000)]: unstorable(20_000), b: '\0' } });
    expect(detail?.faults?.map(({ path }) => path)).toEqual(['/a', '/a/b']);
    expect(faultsOf({ a: { ['/'.repeat(150)]: '\0' } })?.faults?.map(({ path }) => path)).toEqual(['/a']);
  });
});

describe('checkQuery', () => {
  it('points at values that no database keeps', () => {
    expect(refusal(() => checkQuery({ a: 'b', search: 'x\0', status: ['a', '\0'] }))).toEqual([
      ['InvalidFormat', '/query/search'],
      ['InvalidFormat', '/query/status'],
    ]);
  });

  it('refuses more than all filters of a list can hold', () => {
    expect(refusal(() => checkQuery({ search: 'x'.repeat(255), status: Array<string>(300).fill('pending') }))).toEqual([
      ['InvalidFormat', '/query'],
    ]);
  });

  it('lets others pass', () => {
    expect(refusal(() => checkQuery({ search: '%27 OR 1=1', status: ['a', 'b'] }))).toBeUndefined();
  });
});
