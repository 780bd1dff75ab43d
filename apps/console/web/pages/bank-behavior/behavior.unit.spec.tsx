import { describe, expect, it } from '@jest/globals';
import { memberOf, readText, withMember } from './behavior.js';

describe('the text of a behavior', () => {
  it.each(['{}', '{"seed":"s","rules":[],"outages":[]}', '{"rules":[{"then":{"return":1,"x":{"y":"z"}}}]}'])(
    'that the form can show: %s',
    (text) => {
      const value = JSON.parse(text) as unknown;
      expect(readText(text)).toEqual({ body: value, draft: value });
    },
  );

  it.each([
    '{"seed":1}',
    '{"rules":{}}',
    '{"rules":["nsf"]}',
    '{"outages":[null]}',
    '{"rules":[{"when":[]}]}',
    '{"rules":[{"then":{"corrected":{"name":true}}}]}',
  ])('that can be sent, though the form can’t show it: %s', (text) => {
    expect(readText(text)).toEqual({ body: JSON.parse(text) as unknown });
  });

  it.each(['', '{', '[]', 'null', '"text"', '{"a":1,}'])('that can’t be sent: %s', (text) => {
    expect(readText(text)).toEqual({ fault: expect.any(String) });
  });
});

describe('a member', () => {
  it('is set at its path, and leaves everything else as it is', () => {
    const rule = { name: 'a', odd: [1], when: { direction: 'debit' } };
    expect(withMember(rule, 'when.amount.from', '1.00')).toEqual({
      ...rule,
      when: { direction: 'debit', amount: { from: '1.00' } },
    });
  });

  it('is removed with the objects that it leaves empty', () => {
    const rule = { name: 'a', when: { amount: { from: '1.00' } } };
    expect(withMember(rule, 'when.amount.from', undefined)).toEqual({ name: 'a' });
    expect(withMember({ name: 'a' }, 'when.amount.from', undefined)).toEqual({ name: 'a' });
  });

  it('keeps its place among the others', () => {
    expect(Object.keys(withMember({ a: 1, b: 2, c: 3 }, 'b', 4))).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['a', 'text'],
    ['b', '3'],
    ['c.d', 'deep'],
    ['c', ''],
    ['none.at.all', ''],
  ])('has at %s the text "%s"', (path, text) => {
    expect(memberOf({ a: 'text', b: 3, c: { d: 'deep' } }, path)).toBe(text);
  });
});
