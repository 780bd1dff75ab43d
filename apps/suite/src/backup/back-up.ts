import { createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { link, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Environment } from '@halyard/config';
import { copyCluster, type FileCopy, POSTGRES_VERSION, startEmbeddedPostgres } from '@halyard/local-servers';
import { isAlive } from '@halyard/local-servers/running-process';
import { createLogger } from '@halyard/observability';
import { makeFolder, syncFolder } from '@halyard/persistence';
import { backupFolderOf } from '../backup-folder.js';
import { suiteConfig } from '../config.js';
import { StartFailure } from '../start-failure.js';
import { unfinishedRestoreIn } from './unfinished-restore.js';
import { writeArchive } from './archive.js';
import { readKeptFiles } from './kept-files.js';
import { backupName } from './last-backup.js';
import { requireOwnServers } from './own-servers.js';
import { hasStreams } from './streams.query.js';
import { keyFrom } from './sealed-stream.js';

const POSTGRES = 'postgres';
const PARTIAL = /\.backup\.partial-(\d+)$/;
const PASSWORD_FILE = 'superuser.password';

export interface Backup {
  readonly file: string;
  readonly bytes: number;
}

/**
 * Writes a backup of a suite, which may serve meanwhile. Until it is whole, the file has another name.
 * @throws StartFailure, EmbeddedPostgresError
 */
export async function backUp(env: Environment, passphrase: string): Promise<Backup> {
  const config = suiteConfig(env);
  requireOwnServers(env);
  const dataDir = resolve(config.dataDir);
  const folder = backupFolderOf(config);
  if (!existsSync(join(dataDir, POSTGRES, 'cluster'))) {
    throw new StartFailure(`${dataDir} holds no data: set DATA_DIR to the folder of the suite.`);
  }
  const unfinished = unfinishedRestoreIn(dataDir);
  if (unfinished) throw new StartFailure(unfinished);
  const logger = createLogger({ service: 'backup', level: 'warn' });
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, POSTGRES), logger });
  try {
    await requireStreams(postgres.url);
    makeFolder(folder);
    const made = new Date();
    const file = join(folder, backupName(dataDir, made));
    const about = { made: made.toISOString(), postgres: POSTGRES_VERSION };
    await writeWhole(file, (to) =>
      writeArchive(about, filesOf(dataDir, postgres.url), { keyOf: keyFrom(passphrase), to }),
    );
    return { file, bytes: (await stat(file)).size };
  } finally {
    await postgres.stop();
  }
}

/** A suite of several processes may have its streams in an EventStoreDB that no setting names. */
async function requireStreams(url: string): Promise<void> {
  if (await hasStreams(url)) return;
  throw new StartFailure(
    'The streams of this installation are in an EventStoreDB, which this backup would not have: see docs/how-to/back-up-and-restore.md.',
  );
}

/** Keys that change meanwhile may not be those with which the copied rows are sealed. */
async function* filesOf(dataDir: string, url: string): AsyncGenerator<FileCopy> {
  const kept = readKeptFiles(dataDir);
  const password = readFileSync(join(dataDir, POSTGRES, 'cluster', PASSWORD_FILE));
  yield* kept;
  yield { path: POSTGRES, mode: 0o700, content: undefined };
  yield { path: `${POSTGRES}/cluster`, mode: 0o700, content: undefined };
  yield { path: `${POSTGRES}/cluster/${PASSWORD_FILE}`, mode: 0o600, content: [password] };
  yield { path: `${POSTGRES}/cluster/data`, mode: 0o700, content: undefined };
  for await (const copy of copyCluster(url)) yield { ...copy, path: `${POSTGRES}/cluster/data/${copy.path}` };
  if (!isDeepStrictEqual(readKeptFiles(dataDir), kept)) {
    throw new StartFailure('The keys or certificates changed during the backup: repeat it.');
  }
}

/** The file gets its name once it is on the disk. A killed process leaves a half one, which the next backup removes. */
async function writeWhole(file: string, write: (to: NodeJS.WritableStream) => Promise<void>): Promise<void> {
  const folder = dirname(file);
  for (const name of readdirSync(folder)) {
    const pid = PARTIAL.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await rm(join(folder, name), { force: true });
  }
  const partial = `${file}.partial-${process.pid}`;
  try {
    await write(createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }));
    await link(partial, file);
    syncFolder(folder);
  } finally {
    await rm(partial, { force: true });
  }
}
