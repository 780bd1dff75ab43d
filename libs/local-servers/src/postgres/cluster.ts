import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { directoryFault, makeWhole } from '../process/made-whole.js';
import type { PostgresBinaries } from './binaries.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import type { RunAs } from './run-as.js';

/** Its major version. Files that another one wrote are of no use. */
export const POSTGRES_VERSION = '18';
export const SUPERUSER = 'halyard';

/** A database cluster on disk, with everything that is needed to connect to it. */
export interface Cluster {
  /** Postgres's own data directory, as Postgres names it: without symbolic links. */
  readonly dir: string;
  readonly password: string;
  /** Keeps the port from one start to the next. */
  readonly portFile: string;
}

/** Nothing of the caller's environment (`PGPORT`, `PGOPTIONS`, a locale) may change what the programs do. */
export const cleanEnvironment = { PATH: process.env['PATH'] ?? '', LC_ALL: 'C', TZ: 'UTC' };

/** Creates data and password in a fresh directory. */
async function initialise(fresh: string, binaries: PostgresBinaries, runAs: RunAs): Promise<void> {
  const data = join(fresh, 'data');
  const passwordFile = join(fresh, 'superuser.password');
  mkdirSync(data, { mode: 0o700 });
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true });
  if (runAs.owner !== undefined) for (const path of [data, passwordFile]) chownSync(path, runAs.owner, runAs.owner);
  await runInitdb(data, passwordFile, binaries, runAs);
}

/** If Postgres runs as another user, that user must be able to enter. */
const directoryMode = ({ owner }: RunAs): number => (owner === undefined ? 0o700 : 0o711);

async function runInitdb(data: string, passwordFile: string, binaries: PostgresBinaries, runAs: RunAs): Promise<void> {
  const [command = '', ...parameters] = [
    ...runAs.prefix,
    binaries.initdb,
    `--pgdata=${data}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
  ];
  try {
    await promisify(execFile)(command, parameters, { env: cleanEnvironment });
  } catch (error) {
    const output = typeof error === 'object' && error !== null && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new EmbeddedPostgresError(
      `PostgreSQL could not make its files in ${data} (can its user enter every directory above?): ${output}`,
      { cause: error },
    );
  }
}

function checkVersion(dir: string): void {
  const file = join(dir, 'PG_VERSION');
  if (!existsSync(file)) {
    throw new EmbeddedPostgresError(`${dir} holds no PostgreSQL data: move it away, or choose another data directory`);
  }
  const version = readFileSync(file, 'utf8').trim();
  if (version !== POSTGRES_VERSION) {
    throw new EmbeddedPostgresError(
      `${dir} was written by PostgreSQL ${version}, this is ${POSTGRES_VERSION}: dump it with that version and restore it into a new data directory`,
    );
  }
}

/**
 * The superuser's password (0600) is beside the data: only this process needs it, everyone else has their own role.
 * @throws EmbeddedPostgresError
 */
export async function prepareCluster(dataDir: string, binaries: PostgresBinaries, runAs: RunAs): Promise<Cluster> {
  const root = resolve(dataDir);
  const dir = join(root, 'cluster', 'data');
  const passwordFile = join(root, 'cluster', 'superuser.password');
  try {
    await makeWhole(root, 'cluster', directoryMode(runAs), (fresh) => initialise(fresh, binaries, runAs));
    checkVersion(dir);
    if (!existsSync(passwordFile)) {
      throw new EmbeddedPostgresError(`${passwordFile} is missing: restore it from where you keep your copies`);
    }
    accessSync(root, constants.W_OK);
    return { dir: realpathSync(dir), password: readFileSync(passwordFile, 'utf8'), portFile: join(root, 'port') };
  } catch (error) {
    const fault = directoryFault(root, error);
    throw fault === undefined ? error : new EmbeddedPostgresError(fault, { cause: error });
  }
}
