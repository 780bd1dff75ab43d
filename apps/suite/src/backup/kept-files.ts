import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FileCopy } from '@halyard/local-servers';

/**
 * What a backup has of the data folder beside Postgres: keys and certificates. The suite makes everything else anew when
 * it starts.
 */
const KEPT = ['keys', 'tls'];

/** Follows symbolic links: a backup has their content. The files are small, and are all read at once. */
export function readKeptFiles(dataDir: string): readonly FileCopy[] {
  return KEPT.flatMap((path) => copiesOf(dataDir, path));
}

function copiesOf(dataDir: string, path: string): readonly FileCopy[] {
  const found = statSync(join(dataDir, path), { throwIfNoEntry: false });
  if (!found) return [];
  const mode = found.mode & 0o777;
  if (!found.isDirectory()) return [{ path, mode, content: [readFileSync(join(dataDir, path))] }];
  const names = readdirSync(join(dataDir, path)).sort();
  return [{ path, mode, content: undefined }, ...names.flatMap((name) => copiesOf(dataDir, `${path}/${name}`))];
}
