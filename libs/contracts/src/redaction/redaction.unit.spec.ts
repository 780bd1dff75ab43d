import { describe, expect, it } from '@jest/globals';
import type { FieldRule } from './field-rules.js';
import { links, redacted, redactionOf, type Replacements } from './redaction.js';

const ID = '0195b3a0-0000-7000-8000-0000000000a1';
const baseUrl = 'https://localhost:8443';
const replaced: Replacements = { baseUrl, hrefOf: (href) => href.split('?', 1)[0] ?? '' };
const write = (value: unknown, rule: FieldRule, bytesMax = 8_192) =>
  redacted(value, redactionOf(rule), bytesMax, replaced);

const rule: FieldRule = {
  fields: {
    type: { forms: [{ words: ['personal', 'business'] }] },
    name: 'name',
    limit: { forms: [{ is: 'number', min: 1, max: 200 }] },
    from: { forms: [{ is: 'time' }] },
    order: { forms: [{ pattern: '^[a-z-]{1,9}$' }] },
    isGood: { forms: [{ is: 'boolean' }] },
    owner: { forms: [{ is: 'link' }] },
    id: { forms: [{ is: 'id' }] },
    inner: { fields: { ssn: 'ssn' } },
    fees: { items: { fields: { value: 'kept' } } },
    refused: 'invalid',
  },
};

describe('what is recorded of a value', () => {
  it.each([
    [{ type: 'personal', name: 'Ada', extra: 'Ada' }, '{"type":"personal","name":"[name]","extra":"[unknown]"}'],
    [{ type: '123-45-6789' }, '{"type":"[invalid]"}'],
    [{ name: { first: 'Ada' } }, '{"name":"[name]"}'],
    [{ name: ['Ada'] }, '{"name":"[name]"}'],
    [{ name: null }, '{"name":"[name]"}'],
    [{ limit: 25, from: '2026-01-31', order: 'a-b', isGood: true, id: ID }, undefined],
    [{ from: '2026-01-31T12:00:00.000+01:00' }, undefined],
    [{ limit: 123456789 }, '{"limit":"[invalid]"}'],
    [{ limit: '25' }, '{"limit":"[invalid]"}'],
    [{ from: '123-45-6789' }, '{"from":"[invalid]"}'],
    [{ order: 'Ada Byron' }, '{"order":"[invalid]"}'],
    [{ order: ['a'] }, '{"order":"[invalid]"}'],
    [{ isGood: 'Ada' }, '{"isGood":"[invalid]"}'],
    [{ type: null }, undefined],
    [{ id: 'Ada' }, '{"id":"[invalid]"}'],
    [{ owner: `${baseUrl}/customers/${ID}` }, undefined],
    [{ owner: `/customers/${ID}` }, undefined],
    [{ owner: `https://ada.example/123456789/customers/${ID}` }, '{"owner":"[invalid]"}'],
    [{ owner: `${baseUrl}/customers/${ID}?name=Ada` }, '{"owner":"[invalid]"}'],
    [{ inner: { ssn: 123456789 } }, '{"inner":{"ssn":"[ssn]"}}'],
    [{ inner: 'Ada' }, '{"inner":"[invalid]"}'],
    [{ inner: [{ ssn: '1' }] }, '{"inner":"[invalid]"}'],
    [{ fees: [{ value: '1.00' }, { other: 'Ada' }] }, '{"fees":[{"value":"1.00"},{"other":"[unknown]"}]}'],
    [{ fees: { value: 'Ada' } }, '{"fees":"[invalid]"}'],
    [{ refused: 'Ada' }, '{"refused":"[invalid]"}'],
    [{ constructor: 'Ada', __proto__: null }, '{"constructor":"[unknown]"}'],
    ['Ada', '"[invalid]"'],
    [{ fees: [{ value: { name: 'Ada' } }] }, '{"fees":[{"value":"[invalid]"}]}'],
  ])('%j', (value, text) => {
    expect(write(value, rule)).toEqual({ text: text ?? JSON.stringify(value), isTruncated: false });
  });

  it('has no more than 64 characters of the name of an unknown field', () => {
    expect(write({ ['n'.repeat(70)]: 1 }, rule).text).toBe(`{"${'n'.repeat(64)}":"[unknown]"}`);
  });

  it('of links is where they lead, without their queries', () => {
    const answer = { self: { href: `${baseUrl}/customers?email=ada@example.com`, type: 'json' } };
    expect(redacted(answer, links, 8_192, replaced).text).toBe(
      `{"self":{"href":"${baseUrl}/customers","type":"json"}}`,
    );
  });
});

describe('what is too long', () => {
  const value = { a: { b: ['xx', 'yy', 'zz'], c: 1 }, d: 2 };
  const all = JSON.stringify(value);

  it.each([
    [all.length, all],
    [all.length - 1, '{"a":{"b":["xx","yy","zz"],"c":1}}'],
    [34, '{"a":{"b":["xx","yy","zz"],"c":1}}'],
    [33, '{"a":{"b":["xx","yy","zz"]}}'],
    [27, '{"a":{"b":["xx","yy"]}}'],
    [16, '{"a":{"b":[]}}'],
    [13, '{"a":{}}'],
    [2, '{}'],
  ])('has in %i bytes all that fits, from the beginning', (bytes, text) => {
    expect(redacted(value, links, bytes, replaced)).toEqual({ text, isTruncated: text !== all });
  });

  it('is counted in bytes, and is JSON however many there are', () => {
    const many = { names: Array.from({ length: 5_000 }, () => 'Åda"\n') };
    const { text, isTruncated } = redacted(many, links, 8_192, replaced);
    expect([Buffer.byteLength(text) <= 8_192, Buffer.byteLength(text) > 8_180, isTruncated]).toEqual([
      true,
      true,
      true,
    ]);
    expect(JSON.parse(text)).toEqual({ names: expect.any(Array) as unknown });
  });
});
