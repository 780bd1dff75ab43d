import { describe, expect, it } from '@jest/globals';
import { anywhere, atWordStart } from './like.js';

describe('the LIKE pattern of a text', () => {
  it.each([
    ['ada', '%ada%'],
    ['', '%%'],
    ['100%', '%100\\%%'],
    ['a_b', '%a\\_b%'],
    ['\\', '%\\\\%'],
    ['\\%_', '%\\\\\\%\\_%'],
    ["o'b", "%o'b%"],
    ['ñ 𝒳', '%ñ 𝒳%'],
  ])('finds %j anywhere', (text, pattern) => expect(anywhere(text)).toBe(pattern));

  it.each([
    ['a', '% a%'],
    ['%', '% \\%%'],
  ])('finds %j where a word begins', (text, pattern) => expect(atWordStart(text)).toBe(pattern));
});
