import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TakenAwayList } from './taken-away-list.js';

const keys = { fingerprint: Buffer.alloc(32, 1) };
const at = '2026-03-02T18:00:00.000Z';
const first = { what: 'person-suspended', at, personId: 'a' };
const second = { what: 'person-reinstated', at, personId: 'a' };

describe('the list of what was taken away', () => {
  let folder: string;
  let list: TakenAwayList;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'halyard-list-'));
    list = new TakenAwayList({ folder: join(folder, 'new'), keys });
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is empty before anything was taken away, and then has it in order, for its owner only', () => {
    expect(list.read()).toEqual([]);
    list.append([first]);
    list.append([second]);
    expect(list.read()).toEqual([first, second]);
    expect(statSync(list.file).mode & 0o777).toBe(0o600);
  });

  it('has an entry once that was added again, whatever the order of its members', () => {
    list.append([first, second]);
    list.append([{ personId: 'a', at, what: 'person-suspended' }]);
    expect(list.read()).toEqual([first, second]);
  });

  it('loses no entry to a line that a kill has cut, at any length', () => {
    list.append([first, second]);
    const { size } = statSync(list.file);
    const cut = JSON.stringify(second).length;
    for (let length = 1; length <= cut; length += 1) {
      truncateSync(list.file, size - length);
      expect(list.read()).toEqual([first]);
      list.append([second]);
      expect(list.read()).toEqual([first, second]);
      expect(statSync(list.file).size).toBe(size);
    }
  });

  it('is not read past a line that is not an entry, and names that line', () => {
    list.append([first]);
    appendFileSync(list.file, '{"what":"person-suspended"}\n');
    expect(() => list.read()).toThrow(`Line 2 of ${list.file} is not an entry`);
  });

  it('is another for each installation that uses the folder', () => {
    const other = new TakenAwayList({ folder: join(folder, 'new'), keys: { fingerprint: Buffer.alloc(32, 2) } });
    list.append([first]);
    other.append([second]);
    expect([list.read(), other.read()]).toEqual([[first], [second]]);
    expect(readFileSync(list.file, 'utf8')).not.toContain(keys.fingerprint.toString('hex'));
  });
});
