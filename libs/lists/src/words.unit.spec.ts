import { describe, expect, it } from '@jest/globals';
import { beginsWords, folded, nameWords } from './words.js';

describe('the words of a name', () => {
  it.each([
    ['Ada Byron', 'ada', true],
    ['Ada Byron', 'by ad', true],
    ['Ada Byron', 'BYR', true],
    ['Ada Byron', 'yron', false],
    ['Ada Byron', 'ad ada', false],
    ['Ada Adams', 'ad ada', true],
    ['Ada Adams', 'ada adam', true],
    ['Adams Ada', 'ada adam', true],
    ['Ada', 'ada byron', false],
    ['\u00c4nne', 'a\u0308n', true],
    ['100% Corp', '%', false],
  ])('of %j are begun by %j: %j', (name, q, expected) => {
    expect(beginsWords(name, nameWords(folded(q)).length > 0 ? nameWords(folded(q)) : [folded(q)])).toBe(expected);
  });

  it.each([
    ['', []],
    ['a', []],
    ['a b', []],
    ['ab', ['ab']],
    ['a  bc', ['a', 'bc']],
  ])('are looked for from two characters on: %j', (text, words) => expect(nameWords(text)).toEqual(words));
});
