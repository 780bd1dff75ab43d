// Writes the Bruno collection from the OpenAPI document: npm run openapi
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COLLECTION_FOLDER, collectionFiles } from './collections/collection.ts';

const folder = join(import.meta.dirname, '..', COLLECTION_FOLDER);
rmSync(folder, { recursive: true, force: true });
for (const [path, text] of collectionFiles()) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}
