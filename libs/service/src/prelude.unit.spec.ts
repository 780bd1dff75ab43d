import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { frameOf } from './prelude.js';

const folder = mkdtempSync(join(tmpdir(), 'halyard-maps-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** `AACA`: from the first column of a line to the first of line 2 of the first source. */
const map = { version: 3, sources: ['src/payment.ts'], names: [], mappings: 'AACA' };

function frameIn(file: string): NodeJS.CallSite {
  const url = pathToFileURL(file).href;
  return {
    getFileName: () => url,
    getLineNumber: () => 1,
    getColumnNumber: () => 1,
    toString: () => `pay (${url}:1:1)`,
  } as unknown as NodeJS.CallSite;
}

describe('a frame of a stack', () => {
  it('names the place in our source where a map lies beside what runs', () => {
    const file = join(folder, 'bundle.js');
    writeFileSync(`${file}.map`, JSON.stringify(map));
    expect(frameOf(frameIn(file))).toBe(`pay (${pathToFileURL(join(folder, 'src', 'payment.ts')).href}:2:1)`);
  });

  it('names the file alone where a package ran', () => {
    const file = join(folder, 'packaged.js');
    writeFileSync(`${file}.map`, JSON.stringify({ ...map, sources: ['node_modules/pg/lib/client.js'] }));
    const source = pathToFileURL(join(folder, 'node_modules', 'pg', 'lib', 'client.js')).href;
    expect(frameOf(frameIn(file))).toBe(`pay (${source})`);
  });

  it.each([
    ['there is no map', 'other.js', undefined],
    ['the map cannot be read', 'broken.js', '{'],
    ['its map leads to no file', 'foreign.js', JSON.stringify({ ...map, sources: [''] })],
  ])('stays as it is where %s', (_, name, content) => {
    const file = join(folder, name);
    if (content !== undefined) writeFileSync(`${file}.map`, content);
    expect(frameOf(frameIn(file))).toBe(`pay (${pathToFileURL(file).href}:1:1)`);
  });
});
