import { describe, expect, it } from '@jest/globals';
import { returnCodes, simulatedReturnOf } from './index.js';

describe('simulatedReturnOf', () => {
  it.each(Object.keys(returnCodes))('reads %s, at once and late', (code) => {
    expect(simulatedReturnOf(code)).toEqual({ code, isLate: false });
    expect(simulatedReturnOf(`${code}-late`)).toEqual({ code, isLate: true });
  });

  it.each([
    'My bank',
    '',
    'r01',
    'R1',
    'R01 ',
    ' R01',
    'R01-LATE',
    'R01-late-late',
    '-late',
    'R99',
    'R48',
    'R03-early',
  ])('takes %p for a name like any other', (name) => expect(simulatedReturnOf(name)).toBeUndefined());
});
