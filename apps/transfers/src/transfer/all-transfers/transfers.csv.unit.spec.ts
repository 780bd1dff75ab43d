import { describe, expect, it } from '@jest/globals';
import { cellOf } from './transfers.csv.js';

describe('a cell of a CSV file', () => {
  it.each([
    ['225.00', '225.00'],
    ['', ''],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-order', "'-order"],
    ['@sum', "'@sum"],
    ['a=b', 'a=b'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['=a,b', `"'=a,b"`],
    ['two\r\nlines', '"two\r\nlines"'],
  ])('of %j is %j', (text, cell) => {
    expect(cellOf(text)).toBe(cell);
  });
});
