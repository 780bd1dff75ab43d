import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { COLLECTION_FOLDER, collectionFiles } from '../collections/collection.ts';

const folder = join(import.meta.dirname, '..', '..', COLLECTION_FOLDER);

it('the collection is what npm run openapi makes of the document, and nothing else', () => {
  const there = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const files = collectionFiles();
  expect(there.toSorted()).toEqual([...files.keys()].toSorted());
  for (const [path, text] of files) expect([path, readFileSync(join(folder, path), 'utf8')]).toEqual([path, text]);
});
