// Writes the types of @halyard/client from docs/openapi.json, unless they are newer. Every build that checks types runs it.
import { existsSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const document = join(root, 'docs', 'openapi.json');
const types = join(root, 'libs', 'client', 'src', 'api', 'types.ts');

const isOlder = (file: string): boolean => !existsSync(types) || statSync(types).mtimeMs < statSync(file).mtimeMs;

if ([document, join(import.meta.dirname, 'client', 'types.ts')].some(isOlder)) {
  const { clientTypes } = await import('./client/types.ts');
  const text = await clientTypes(JSON.parse(readFileSync(document, 'utf8')) as object);
  // In one step, because a compiler may be reading it.
  const fresh = `${types}.${process.pid}`;
  writeFileSync(fresh, text);
  renameSync(fresh, types);
}
