import { DomainError } from '@halyard/core';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
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
    [`{"a":1e400,"b":${nested(100_000)}}`],
    ['{"a":1e400,"__proto__":{"admin":true}}'],
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

describe('a number in a body', () => {
  it.each([
    '1.1499999999999999999',
    '1.15000000000000000001',
    '0.1499999999999999999e1',
    '9007199254740993',
    '9999999999.994999999999',
    '1e400',
    '-1e400',
    '1e-400',
    `1.${'0'.repeat(200_000)}1`,
    '9'.repeat(200_000),
    `1e${'9'.repeat(200_000)}`,
  ])('is refused when it would be rounded: %.40s', (number) => {
    expect(parsed(`{"a":{"b":[1,${number}]},"c":\n${number}}`)).toEqual([
      ['InvalidFormat', '/a/b/1'],
      ['InvalidFormat', '/c'],
    ]);
  });

  it.each<[string, number]>([
    ['1.15', 1.15],
    ['1.150', 1.15],
    [`1.15${'0'.repeat(200_000)}`, 1.15],
    ['115e-2', 1.15],
    ['0.00000000000000115E+15', 1.15],
    ['1.0E7', 10_000_000],
    ['9999999999.99', 9_999_999_999.99],
    ['9007199254740992', 2 ** 53],
    ['0e999999999999', 0],
    ['-0', -0],
    ['-0.00000000000000000000', -0],
    ['1e21', 1e21],
    ['5e-324', 5e-324],
  ])('is read when it is exact: %.40s', (number, value) => {
    expect(parsed(`{"a":${number}}`)).toEqual({ a: value });
  });

  it('is read when it is the shortest text of a number, and as text in a string', () => {
    fc.assert(
      fc.property(
        fc.double({ noDefaultInfinity: true, noNaN: true }),
        fc.string({ unit: 'grapheme' }),
        (number, text) => {
          const body = { text, other: '1.1499999999999999999', number: number + 0 };
          expect(parsed(JSON.stringify(body))).toEqual(JSON.parse(JSON.stringify(body)));
        },
      ),
    );
  });

  it('is one number with a value of fifteen digits, however it is written', () => {
    const written = fc.tuple(fc.bigInt({ min: 1n, max: 999_999_999_999n }), fc.nat({ max: 12 }), fc.nat({ max: 12 }));
    fc.assert(
      fc.property(written, ([minor, shift, zeros]) => {
        const text = `${minor}${'0'.repeat(zeros)}e${-2 - zeros + shift}`;
        expect(parsed(`{"a":${text}}`)).toEqual({ a: Number(`${minor}e${shift - 2}`) });
      }),
    );
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
