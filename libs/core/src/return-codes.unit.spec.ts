import { describe, expect, it } from '@jest/globals';
import { isReturnCode, returnCodes } from './index.js';

/** The table of reference facts 7.9: customer, unverified, removed, blocklisted. */
const table = `
R01 - - - -
R02 - U X -
R03 - U X -
R04 - U X -
R05 suspended U X B
R06 suspended U X B
R07 deactivated U X -
R08 - U X -
R09 - - - -
R10 suspended U X B
R11 deactivated U X -
R12 - - X -
R13 - U X B
R14 suspended - X -
R15 suspended U X B
R16 suspended U X B
R17 suspended U X B
R20 - - X B
R22 - U - -
R23 - U X -
R29 suspended U X B
R31 suspended U X B
R37 - - X -
R38 suspended U X B
R51 suspended U X B`
  .trim()
  .split('\n')
  .map((line) => line.split(' '));
const listed = new Set(table.map(([code]) => code));

const shortOf = ({ effects }: (typeof returnCodes)['R01']): string[] => [
  effects.customer ?? '-',
  effects.unverify ? 'U' : '-',
  effects.remove ? 'X' : '-',
  effects.block ? 'B' : '-',
];

describe('the table of return codes', () => {
  it.each(table)('%s has the effects %s %s %s %s', (code = '', ...effects) => {
    expect(isReturnCode(code) && shortOf(returnCodes[code])).toEqual(effects);
  });

  it('removes the source for the codes that are only named', () => {
    const named = Object.entries(returnCodes).filter(([code]) => !listed.has(code));
    expect(named.length).toBeGreaterThan(30);
    for (const [, row] of named) expect(shortOf(row)).toEqual(['-', '-', 'X', '-']);
  });

  it('holds every code that reference facts 7.9 names', () => {
    const span = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
    const numbers = [...span(1, 47), ...span(50, 53), 61, ...span(67, 76), ...span(80, 84)];
    expect(Object.keys(returnCodes)).toEqual(numbers.map((number) => `R${String(number).padStart(2, '0')}`));
  });

  it('words each code: a title, and a sentence of its own', () => {
    const rows = Object.values(returnCodes);
    expect(new Set(rows.map(({ title }) => title)).size).toBe(rows.length);
    expect(new Set(rows.map(({ description }) => description)).size).toBe(rows.length);
    for (const { description } of rows) expect(description).toMatch(/^[A-Z].*\.$/);
  });
});

describe('isReturnCode', () => {
  it.each(['R01', 'R84'])('takes %s', (text) => expect(isReturnCode(text)).toBe(true));
  it.each(['R1', 'r01', 'R01-late', 'R99', '', 'toString', '__proto__'])('refuses %p', (text) =>
    expect(isReturnCode(text)).toBe(false),
  );
});
