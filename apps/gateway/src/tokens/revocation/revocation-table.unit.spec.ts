import { newId } from '@halyard/core';
import { describe, expect, it } from '@jest/globals';
import { nameOf } from './mark.js';
import { RevocationTable } from './revocation-table.js';

const NOW = Date.UTC(2026, 2, 2);
const LATER = NOW + 3_600_000;

describe('the table of what has ended', () => {
  it('knows each of many names, and no other, in every size', () => {
    const table = new RevocationTable(20_000);
    const ids = Array.from({ length: 10_000 }, () => newId());
    ids.forEach((id, index) => expect(table.put(nameOf('token', id), index + 1, LATER, NOW)).toBe(true));
    expect(table.size).toBe(10_000);
    expect(ids.map((id) => table.beforeOf(nameOf('token', id)))).toEqual(ids.map((_, index) => index + 1));
    expect(ids.filter((id) => table.beforeOf(nameOf('family', id)) !== 0)).toEqual([]);
    expect(ids.filter(() => table.beforeOf(nameOf('token', newId())) !== 0)).toEqual([]);
  });

  it('replaces a name that it has', () => {
    const table = new RevocationTable(1);
    const name = nameOf('family', newId());
    table.put(name, 1, LATER, NOW);
    expect(table.put(name, 2, LATER, NOW)).toBe(true);
    expect([table.size, table.beforeOf(name)]).toEqual([1, 2]);
  });

  it('takes no more than it may, until some of it is over', () => {
    const table = new RevocationTable(2_000);
    const put = (untilMs: number): boolean => table.put(nameOf('token', newId()), Infinity, untilMs, NOW);
    for (let index = 0; index < 2_000; index += 1) expect(put(index % 2 === 0 ? NOW + 1_000 : LATER)).toBe(true);
    expect(put(LATER)).toBe(false);
    table.remake(NOW + 1_000);
    expect([table.size, put(LATER), table.size]).toEqual([1_000, true, 1_001]);
  });

  it('keeps in another size what it had', () => {
    const table = new RevocationTable(5_000);
    const ids = Array.from({ length: 3_000 }, () => newId());
    for (const id of ids) table.put(nameOf('token', id), Infinity, LATER, NOW);
    table.remake(NOW);
    expect(ids.filter((id) => table.beforeOf(nameOf('token', id)) !== Infinity)).toEqual([]);
  });

  it('has room for names that are no UUIDs', () => {
    const table = new RevocationTable(10);
    table.put(nameOf('signing-key', 'qKVZ-thumbprint'), Infinity, LATER, NOW);
    expect(table.beforeOf(nameOf('signing-key', 'qKVZ-thumbprint'))).toBe(Infinity);
    expect(table.beforeOf(nameOf('signing-key', 'another'))).toBe(0);
  });
});
