import { describe, expect, it } from '@jest/globals';
import { TableLayout, tableText } from './table.js';

const ID = '0195b3a0-0000-7000-8000-0000000000c1';
const rows = [
  ['id', 'name', 'note'],
  [ID, 'Ada Lovelace-Byron', 'a longer text that needs room'],
  [ID, 'Bo', ''],
];
const widthOf = (table: string): number => Math.max(...table.split('\n').map((line) => line.length));

describe('a table', () => {
  it('has whole texts where nobody gives a width', () => {
    expect(tableText(rows, undefined).split('\n')).toEqual([
      `id                                    name                note`,
      `${ID}  Ada Lovelace-Byron  a longer text that needs room`,
      `${ID}  Bo`,
    ]);
  });

  it.each([80, 70, 62])('fits %i columns by shrinking the widest text, and shows each id whole', (room) => {
    const table = tableText(rows, room);
    expect(widthOf(table)).toBeLessThanOrEqual(room);
    expect(table.split('\n')[1]).toMatch(new RegExp(`^${ID}  \\S.*…$`));
  });

  it.each([
    [55, 2],
    [46, 1],
    [20, 1],
  ])('in %i columns leaves out the last columns rather than a part of an id', (room, shown) => {
    const [header = '', first = ''] = tableText(rows, room).split('\n');
    expect(header.trim().split(/\s+/)).toHaveLength(shown);
    expect(first.startsWith(ID)).toBe(true);
  });

  it.each([
    [40, '2026-01-31T12:30:15.000Z'],
    [35, '2026-01-31T12:30'],
    [25, '2026-01-31'],
  ])('in %i columns says a time as exactly as it has room', (room, time) => {
    const table = tableText(
      [
        ['name', 'created'],
        ['a name', '2026-01-31T12:30:15.000Z'],
        ['a longer name', ''],
      ],
      room,
    );
    expect(table.split('\n')[1]?.split(/ {2,}/)).toEqual(['a name', time]);
  });

  it('counts characters as a terminal shows them', () => {
    const names = [
      ['name', 'status'],
      ['李小龙', 'ok'],
      ['Zoe\u0308', 'ok'],
      ['李'.repeat(30), 'ok'],
    ];
    expect(tableText(names, 24).split('\n')).toEqual([
      `name${' '.repeat(14)}status`,
      `李小龙${' '.repeat(12)}ok`,
      `Zoe\u0308${' '.repeat(15)}ok`,
      `${'李'.repeat(7)}…   ok`,
    ]);
  });

  it('keeps the columns of its first page on the next', () => {
    const layout = new TableLayout(
      [
        ['a', 'b'],
        ['wide', 'x'],
      ],
      undefined,
    );
    expect(layout.linesOf([['1', '2']])).toBe('1     2');
  });
});
