import { accessSync, constants, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { types } from 'node:util';
import { makeFolder } from '@halyard/persistence';
import { z } from 'zod';
import { unfinishedRestoreIn } from './backup/unfinished-restore.js';
import type { SuiteConfig } from './config.js';
import { StartFailure } from './start-failure.js';

type Settings = Readonly<Pick<SuiteConfig, 'dataDir' | 'tls' | 'port' | 'httpsPort' | 'databaseUrl' | 'adapters'>>;

/** Who has a folder: a suite, or a restore if there is no address. */
const owner = z.object({ pid: z.int(), baseUrl: z.string().optional() });
type Owner = z.infer<typeof owner>;

/** The result code of SQLite for a file that another process has locked (SQLITE_BUSY). */
const LOCKED = 5;

/** The folder for everything that must outlive the process. One suite at a time has it (ADR 70). */
export class DataFolder {
  private constructor(
    /** Absolute. */
    readonly path: string,
    private readonly lock: DatabaseSync,
  ) {}

  /**
   * Takes the folder for this process, until it releases it or ends, however it ends. Creates it, for its owner only,
   * if it is missing.
   * @throws StartFailure if it can't be created or written to, if another suite runs on it, or if it is only half
   *   restored
   */
  static take(config: Settings): DataFolder {
    const folder = DataFolder.#take(config);
    const unfinished = unfinishedRestoreIn(folder.path);
    if (unfinished === undefined) return folder;
    folder.release();
    throw new StartFailure(unfinished);
  }

  /**
   * Takes a folder in order to restore into it. It may be missing, empty, or half restored.
   * @throws StartFailure if it has anything else, or as `take`
   */
  static takeForRestore({ dataDir }: Pick<SuiteConfig, 'dataDir'>): DataFolder {
    const folder = DataFolder.#takeAs(dataDir, { pid: process.pid });
    try {
      requireRestorable(folder.path);
      return folder;
    } catch (error) {
      folder.release();
      throw error;
    }
  }

  static #take({ dataDir, tls, port, httpsPort }: Settings): DataFolder {
    const baseUrl = tls ? `https://localhost:${httpsPort}` : `http://localhost:${port}`;
    return DataFolder.#takeAs(dataDir, { pid: process.pid, baseUrl });
  }

  static #takeAs(dataDir: string, content: Owner): DataFolder {
    const path = resolve(dataDir);
    try {
      makeFolder(path);
      const folder = new DataFolder(path, lockIn(path));
      store(path, content);
      return folder;
    } catch (cause) {
      if (isLocked(cause)) throw new StartFailure(takenBy(path), { cause });
      throw unusable(path, cause);
    }
  }

  /**
   * Moves the folder aside, if it exists, and takes a new one in its place. Nothing is deleted.
   * @throws StartFailure, also if data is elsewhere, which would be useless without the keys in the folder
   */
  static takeFresh(config: Settings): DataFolder {
    const elsewhere = dataElsewhere(config);
    if (elsewhere !== undefined) {
      throw new StartFailure(
        `--fresh moves the data folder aside, and ${elsewhere} names a server with data that belongs to it: name an empty one and another DATA_DIR instead.`,
      );
    }
    const path = resolve(config.dataDir);
    if (!existsSync(path)) return DataFolder.take(config);
    const before = DataFolder.#take(config);
    const aside = `${path}.${new Date().toISOString().replaceAll(':', '-')}`;
    try {
      renameSync(path, aside);
    } catch (cause) {
      throw unusable(path, cause);
    } finally {
      before.release();
    }
    console.log(`halyard: the data folder is now ${aside}, and a new one is made`);
    return DataFolder.take(config);
  }

  release(): void {
    this.lock.close();
  }
}

/** The setting that names a server for data that would otherwise be in the folder. */
function dataElsewhere({ databaseUrl, adapters }: Settings): string | undefined {
  if (databaseUrl !== undefined) return 'DATABASE_URL';
  if (adapters.eventstoreUrl !== undefined) return 'EVENTSTORE_URL';
  return adapters.kafkaBrokers.length > 0 ? 'KAFKA_BROKERS' : undefined;
}

function unusable(folder: string, cause: unknown): StartFailure {
  const reason = types.isNativeError(cause) ? cause.message : String(cause);
  return new StartFailure(
    `The data folder ${folder} can't be used: set DATA_DIR to one that this user may write (${reason}).`,
    { cause },
  );
}

/** The files by which a process has a folder. */
const OWN_FILES = /^owner\.(?:lock|json)/;

/** Whatever a folder holds beside the files by which it is had. */
export function contentOf(folder: string): readonly string[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => !OWN_FILES.test(name));
}

/** @throws StartFailure */
export function requireRestorable(folder: string): void {
  if (contentOf(folder).length === 0 || unfinishedRestoreIn(folder) !== undefined) return;
  throw new StartFailure(
    `The data folder ${folder} has data: set DATA_DIR to a folder that does not exist yet, or move this one aside.`,
  );
}

const ownerFile = (folder: string): string => join(folder, 'owner.json');

const isLocked = (error: unknown): boolean =>
  types.isNativeError(error) && 'errcode' in error && error.errcode === LOCKED;

/** Locks a file that stays empty. SQLite takes the kernel's lock, which ends with the process that has it. */
function lockIn(folder: string): DatabaseSync {
  const file = join(folder, 'owner.lock');
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    accessSync(file, constants.W_OK); // a file that is only readable is not locked
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Whether a suite or a restore has the folder at this moment. Nothing is written. */
export function isFolderTaken(folder: string): boolean {
  const file = join(folder, 'owner.lock');
  if (!existsSync(file)) return false;
  const lock = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  try {
    lock.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (isLocked(error)) return true;
    throw error;
  } finally {
    lock.close();
  }
}

/** Writes the file whole or not at all. */
function store(folder: string, content: Owner): void {
  const file = ownerFile(folder);
  writeFileSync(`${file}.new`, JSON.stringify(content), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function takenBy(folder: string): string {
  const { pid, baseUrl } = ownerOf(folder) ?? {};
  if (pid !== undefined && baseUrl === undefined) {
    return `A restore writes to the data folder ${folder} (process ${pid}): wait for its end.`;
  }
  const where = baseUrl === undefined ? 'and has just begun to start' : `at ${baseUrl} (process ${pid})`;
  return `A suite runs on the data folder ${folder} already, ${where}: use it, stop it, or set DATA_DIR, PORT and HTTPS_PORT for another one.`;
}

/** Undefined until the first suite on the folder has stored it. */
function ownerOf(folder: string): Owner | undefined {
  try {
    return owner.parse(JSON.parse(readFileSync(ownerFile(folder), 'utf8')));
  } catch {
    return undefined;
  }
}
