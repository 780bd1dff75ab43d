import type { FileHandle } from 'node:fs/promises';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseClient } from '@halyard/persistence';
import { hasCode } from '../process/local-server-error.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

/** A copy of a file or folder. */
export interface FileCopy {
  /** With slashes, below the folder that is copied. */
  readonly path: string;
  /** Permissions. */
  readonly mode: number;
  /** Undefined for a folder. */
  readonly content: Iterable<Buffer> | AsyncIterable<Buffer> | undefined;
}

const READ_BYTES = 256 * 1024;
const CONTROL_FILE = 'global/pg_control';
const WAL = 'pg_wal';
const SEGMENT = /^[0-9A-F]{24}$/;

/**
 * Folders whose content a server makes anew when it starts; PostgreSQL's manual names them ("Making a Base Backup Using
 * the Low Level API"). The log is copied by itself.
 */
const EMPTY_FOLDERS = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  WAL,
]);
/** Files that belong to the running server, to another backup, or to nobody after a restart. */
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|tablespace_map(?:\.old)?|backup_manifest|pg_internal\.init.*|pgsql_tmp.*|.*\.tmp)$/;

interface CopyStart {
  readonly dir: string;
  readonly segmentBytes: number;
  readonly firstSegment: string;
}

/**
 * Copies the files of a running server so that another server, started on the copy, recovers all that was committed
 * until the copy ended. Others may read and write meanwhile. The files come first, whatever happens to them, then the
 * control file, then the log that was written since the copy began. Who stops reading ends the backup.
 *
 * @param url of the server, as its superuser
 * @throws EmbeddedPostgresError
 */
export async function* copyCluster(url: string): AsyncGenerator<FileCopy> {
  const client = new DatabaseClient({ connectionString: url, application_name: 'halyard-backup', keepAlive: true });
  await client.connect();
  try {
    const started = await begin(client);
    yield* files(started.dir, '');
    yield* file(started.dir, CONTROL_FILE, steadily);
    yield* finish(client, started);
  } finally {
    await client.end();
  }
}

/** The slot keeps the log until the session ends, however it ends. */
async function begin(client: DatabaseClient): Promise<CopyStart> {
  const { rows: spaces } = await client.query<{ spcname: string }>(
    `SELECT spcname FROM pg_tablespace WHERE spcname NOT IN ('pg_default', 'pg_global')`,
  );
  if (spaces.length > 0) {
    const names = spaces.map(({ spcname }) => spcname).join(', ');
    throw new EmbeddedPostgresError(
      `The embedded Postgres has tablespaces (${names}), whose files are elsewhere: move what they hold to pg_default and drop them, or use pg_basebackup`,
    );
  }
  await client.query(`SELECT pg_create_physical_replication_slot('backup_' || pg_backend_pid(), true, true)`);
  const { rows } = await client.query<CopyStart>(`
    SELECT current_setting('data_directory') AS dir, pg_walfile_name(pg_backup_start('halyard', true)) AS "firstSegment",
      (SELECT setting::int FROM pg_settings WHERE name = 'wal_segment_size') AS "segmentBytes"`);
  const [started] = rows;
  if (!started) throw new EmbeddedPostgresError('The embedded Postgres did not begin the backup');
  return started;
}

/** Files below a folder of the cluster. Whatever vanishes meanwhile is restored, or removed again, from the log. */
async function* files(dir: string, below: string): AsyncGenerator<FileCopy> {
  for (const name of await unlessGone(readdir(join(dir, below)), [])) {
    const path = below === '' ? name : `${below}/${name}`;
    if (path === CONTROL_FILE || LEFT_OUT.test(name)) continue;
    const found = await unlessGone(stat(join(dir, path)), undefined);
    if (found?.isDirectory() === true) {
      yield folder(path);
      if (path === WAL) yield* [folder(`${WAL}/archive_status`), folder(`${WAL}/summaries`)];
      if (!EMPTY_FOLDERS.has(path)) yield* files(dir, path);
    } else if (found?.isFile() === true) {
      yield* file(dir, path, asItIs);
    }
  }
}

const folder = (path: string): FileCopy => ({ path, mode: 0o700, content: undefined });

/** The file is open before it is announced: if it is removed then, its content is still there. */
async function* file(
  dir: string,
  path: string,
  read: (handle: FileHandle) => AsyncGenerator<Buffer>,
): AsyncGenerator<FileCopy> {
  const handle = await unlessGone(open(join(dir, path)), undefined);
  if (!handle) return;
  try {
    yield { path, mode: 0o600, content: read(handle) };
  } finally {
    await handle.close();
  }
}

/** Up to the size that the file has when it is opened: whatever is added later is in the log. */
async function* asItIs(handle: FileHandle): AsyncGenerator<Buffer> {
  const { size } = await handle.stat();
  for (let position = 0; position < size;) {
    const { bytesRead, buffer } = await handle.read({
      buffer: Buffer.allocUnsafe(Math.min(READ_BYTES, size - position)),
      position,
    });
    if (bytesRead === 0) return; // it was made shorter meanwhile
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}

/** A small file that may be written at this moment: it is read until two readings are equal. */
async function* steadily(handle: FileHandle): AsyncGenerator<Buffer> {
  const all = async (): Promise<Buffer> => {
    const { size } = await handle.stat();
    const { buffer } = await handle.read({ buffer: Buffer.alloc(size), position: 0 });
    return buffer;
  };
  let last = await all();
  for (let next = await all(); !next.equals(last); next = await all()) last = next;
  yield last;
}

interface CopyEnd {
  readonly label: string;
  readonly lastSegment: string;
}

/** Ends the backup, and copies the log between its beginning and its end. */
async function* finish(
  client: DatabaseClient,
  { dir, segmentBytes, firstSegment }: CopyStart,
): AsyncGenerator<FileCopy> {
  const { rows } = await client.query<CopyEnd>(
    'SELECT labelfile AS label, pg_walfile_name(lsn) AS "lastSegment" FROM pg_backup_stop(false)',
  );
  const { label = '', lastSegment = '' } = rows[0] ?? {};
  yield { path: 'backup_label', mode: 0o600, content: [Buffer.from(label)] };
  const wal = (await readdir(join(dir, WAL))).sort();
  const needed = wal.filter((name) => SEGMENT.test(name) && name >= firstSegment && name <= lastSegment);
  if (needed.length !== segmentsBetween(firstSegment, lastSegment, segmentBytes)) {
    throw new EmbeddedPostgresError(
      `The log of the embedded Postgres is not whole from ${firstSegment} to ${lastSegment}`,
    );
  }
  for (const name of wal.filter((each) => each.endsWith('.history'))) yield* file(dir, `${WAL}/${name}`, asItIs);
  for (const name of needed) yield* file(dir, `${WAL}/${basename(name)}`, asItIs);
}

/** A segment's name has three numbers of eight digits: timeline, and the two halves of its place in the log. */
function segmentsBetween(first: string, last: string, segmentBytes: number): number {
  const perHalf = 2 ** 32 / segmentBytes;
  const placeOf = (name: string): number =>
    Number.parseInt(name.slice(8, 16), 16) * perHalf + Number.parseInt(name.slice(16), 16);
  return placeOf(last) - placeOf(first) + 1;
}

async function unlessGone<Found, Otherwise>(looking: Promise<Found>, otherwise: Otherwise): Promise<Found | Otherwise> {
  try {
    return await looking;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return otherwise;
    throw error;
  }
}
