import { chmodSync, closeSync, existsSync, fsyncSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Environment } from '@halyard/config';
import {
  adoptCluster,
  type FileCopy,
  POSTGRES_VERSION,
  removeCluster,
  startEmbeddedPostgres,
} from '@halyard/local-servers';
import { createLogger } from '@halyard/observability';
import { syncFolder } from '@halyard/persistence';
import { backupFolderOf } from '../backup-folder.js';
import { suiteConfig } from '../config.js';
import { contentOf, DataFolder, requireRestorable } from '../data-folder.js';
import { StartFailure } from '../start-failure.js';
import { type Manifest, readArchive } from './archive.js';
import { BackupUnusable } from './backup-unusable.js';
import { requireOwnServers } from './own-servers.js';
import { prepareServices } from './restored-services.js';
import { type KeyOf, keyFrom } from './sealed-stream.js';
import { MARK, markFinished, markUnfinished } from './unfinished-restore.js';

const POSTGRES = 'postgres';
/** A log that a busy suite wrote during a long backup takes its time. */
const RECOVERY_TIMEOUT_MS = 60 * 60_000;

export interface RestoreOptions {
  readonly env: Environment;
  readonly file: string;
  readonly passphrase: string;
}

/**
 * Restores a backup into an empty data folder. Nothing is written before the whole file has proved to be good. If it is
 * killed later, no suite starts on the folder until it was repeated.
 * @returns lines for people
 * @throws StartFailure, EmbeddedPostgresError
 */
export async function restore({ env, file, passphrase }: RestoreOptions): Promise<readonly string[]> {
  const config = suiteConfig(env);
  requireOwnServers(env);
  const backupDir = backupFolderOf(config);
  requireRestorable(resolve(config.dataDir));
  const keyOf = keyFrom(passphrase);
  const { made } = await check(file, keyOf);
  const folder = DataFolder.takeForRestore(config);
  try {
    const dataDir = folder.path;
    markUnfinished(dataDir);
    await empty(dataDir);
    await unpack(file, keyOf, dataDir);
    const lines = await recover(dataDir, (databaseUrl) => prepareServices(env, { dataDir, backupDir, databaseUrl }));
    markFinished(dataDir);
    return [`${dataDir} is as it was at ${made}.`, ...lines];
  } finally {
    folder.release();
  }
}

/** Reads the whole file, and keeps nothing. */
async function check(file: string, keyOf: KeyOf): Promise<Manifest> {
  let about: Manifest | undefined;
  try {
    await readArchive(file, keyOf, {
      begin: (manifest) => (about = manifest),
      file: async ({ content }) => {
        for await (const _ of content ?? []);
      },
    });
    if (!about) throw new BackupUnusable('It is empty');
    if (about.postgres !== POSTGRES_VERSION) {
      throw new BackupUnusable(`It is of PostgreSQL ${about.postgres}, and this is ${POSTGRES_VERSION}`);
    }
    return about;
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new StartFailure(`${file} can't be restored. ${cause.message}. Nothing was written.`, { cause });
  }
}

/** Removes what a restore that was killed has left behind. */
async function empty(dataDir: string): Promise<void> {
  await removeCluster(join(dataDir, POSTGRES));
  for (const name of contentOf(dataDir)) {
    if (name !== MARK) rmSync(join(dataDir, name), { recursive: true });
  }
}

async function unpack(file: string, keyOf: KeyOf, dataDir: string): Promise<void> {
  const folders = new Set([dataDir]);
  await readArchive(file, keyOf, {
    begin: () => undefined,
    file: async ({ path, mode, content }: FileCopy) => {
      const to = join(dataDir, path);
      if (content) return write(to, mode, content);
      if (!existsSync(to)) mkdirSync(to, { mode });
      folders.add(to);
    },
  });
  adoptCluster(join(dataDir, POSTGRES));
  for (const folder of folders) syncFolder(folder);
}

async function write(to: string, mode: number, content: NonNullable<FileCopy['content']>): Promise<void> {
  const descriptor = openSync(to, 'wx', mode);
  try {
    for await (const bytes of content) writeFileSync(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  chmodSync(to, mode);
}

/** Lets Postgres recover from the log of the backup, and stops it when all is done. */
async function recover(dataDir: string, use: (databaseUrl: string) => Promise<readonly string[]>) {
  const logger = createLogger({ service: 'restore', level: 'warn' });
  const options = { dataDir: join(dataDir, POSTGRES), startTimeoutMs: RECOVERY_TIMEOUT_MS, logger };
  const postgres = await startEmbeddedPostgres(options);
  try {
    return await use(postgres.url);
  } finally {
    await postgres.stop();
  }
}
