import { describe, expect, it } from '@jest/globals';
import { escaped, harmless, jsonText, plain } from './terminal-text.js';

const controls = [
  ...Array.from({ length: 32 }, (_, code) => code),
  ...Array.from({ length: 33 }, (_, at) => 0x7f + at),
];
const each = controls.map((code) => String.fromCharCode(code));

describe('what a terminal is shown', () => {
  it('has no control character on a line', () => {
    expect(plain(`a${each.join('')}b`)).toBe(`a${' '.repeat(each.length)}b`);
  });

  it('has tabs and ends of lines, and no other control character', () => {
    const left = each.filter((character) => harmless(`a${character}b`) === `a${character}b`);
    expect(left).toEqual(['\t', '\n']);
    expect(harmless('a\r\nb\r\n')).toBe('a\r\nb\r\n');
    expect(harmless('a\r\nb\r')).toBe('a\r\nb\r');
    expect(harmless('a\rb')).toBe('a b');
  });

  it('is JSON that says the same without control characters', () => {
    const value = { [each.join('')]: each };
    const json = jsonText(value);
    expect([plain(json) === json, JSON.parse(json)]).toEqual([true, value]);
    expect(escaped('{"a":"\u009b\u007f"}')).toBe(String.raw`{"a":"\u009b\u007f"}`);
  });
});
