import { expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FILES_MAX = 9;
/** Not a use case: the files of a page, which are served by name from one folder. */
const PAGE = 'apps/funding-sources/src/linking-pages/browser';

it('a folder within the one of a noun is a use case, of nine files at most', () => {
  const cwd = join(import.meta.dirname, '..', '..');
  const files = globSync('apps/*/src/*/*/**/*.{ts,css}', { cwd }).filter((file) => !file.endsWith('.spec.ts'));
  const byFolder = Map.groupBy(files, dirname);
  const crowded = [...byFolder].filter(([, inside]) => inside.length > FILES_MAX).map(([folder]) => folder);
  expect(crowded).toEqual([PAGE]);
  expect(byFolder.size).toBeGreaterThan(50);
});

it('a file is named a handler where it has that of a command on the bus', () => {
  const cwd = join(import.meta.dirname, '..', '..');
  const files = globSync('apps/*/src/**/*.handler.ts', { cwd });
  expect(files.length).toBeGreaterThan(5);
  expect(files.filter((file) => !readFileSync(join(cwd, file), 'utf8').includes('@CommandHandler('))).toEqual([]);
});
