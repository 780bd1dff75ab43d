import { open, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { EventStoreDBClient, FORWARDS, START } from '@eventstore/db-client';
import { Client } from 'pg';
import type { SuiteProcess } from '../../src/suite-process.js';
import type { Needles } from './needles.js';

const PIECE_BYTES = 256 * 1_024;
const NOTHING = Buffer.alloc(PIECE_BYTES);
/** Whole tables: the parts of a partitioned table are not read again by themselves. */
const TABLES = `
  SELECT format('%I.%I', nspname, relname) AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
  WHERE relkind IN ('r', 'p') AND NOT relispartition AND nspname NOT IN ('pg_catalog', 'information_schema') ORDER BY name`;
const ROWS_AT_ONCE = 500;

/** The places where needles were found, with the needles at each. */
export type FoundNeedles = Readonly<Record<string, readonly string[]>>;

/** All places in which a suite may have left something. */
export class Places {
  constructor(private readonly suite: SuiteProcess) {}

  /**
   * Everything that a client of the database can read: the content of a dump, and Postgres's statistics about values.
   */
  async inDatabase(needles: Needles): Promise<FoundNeedles> {
    return this.asAdministrator(async (database) => {
      await database.query('ANALYZE');
      const { rows: tables } = await database.query<{ name: string }>(TABLES);
      const found: Record<string, readonly string[]> = {};
      for (const { name } of [...tables, { name: 'pg_catalog.pg_statistic' }]) {
        const here = await needles.inAll(rowsOf(database, name));
        if (here.size > 0) found[name] = [...here];
      }
      return found;
    });
  }

  /** The streams of an EventStoreDB, if the suite has one. */
  async inStreams(needles: Needles): Promise<FoundNeedles> {
    const url = this.suite.settings['EVENTSTORE_URL'];
    if (url === undefined) return {};
    const client = EventStoreDBClient.connectionString(url);
    const here = await needles.inAll(eventsOf(client));
    await client.dispose();
    return here.size > 0 ? { streams: [...here] } : {};
  }

  /** Every byte of every file in the data folder: tables, the log of Postgres, topics, the output on the screen. */
  async inFiles(needles: Needles): Promise<FoundNeedles> {
    const { dataDir } = this.suite;
    const found: Record<string, readonly string[]> = {};
    const bytes = Buffer.alloc(PIECE_BYTES);
    for (const entry of await readdir(dataDir, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const path = join(entry.parentPath, entry.name);
      const here = await needles.inAll(piecesOf(path, bytes));
      if (here.size > 0) found[relative(dataDir, path)] = [...here];
    }
    return found;
  }

  /** Follows the runbook of erasures, so that deleted data disappears from the files as well. */
  async rewriteFiles(): Promise<void> {
    await this.asAdministrator(async (database) => {
      await database.query('ALTER SYSTEM SET wal_recycle = off');
      await database.query('SELECT pg_reload_conf()');
      await database.query('ANALYZE');
      await database.query('VACUUM FULL');
      // Every segment of the log, including those set aside for later, is used once and then deleted.
      const { rows } = await database.query('SELECT FROM pg_ls_waldir()');
      for (let segment = 0; segment <= rows.length; segment += 1) {
        await database.query('SELECT pg_switch_wal()');
        await database.query('CHECKPOINT');
      }
    });
  }

  async asAdministrator<Answer>(ask: (database: Client) => Promise<Answer>): Promise<Answer> {
    const database = new Client({ connectionString: await this.suite.postgresUrl() });
    // If a suite is killed, its Postgres ends too.
    database.on('error', () => undefined);
    await database.connect();
    try {
      return await ask(database);
    } finally {
      await database.end().catch(() => undefined);
    }
  }
}

/** Every value of a table as text, with bytes both unchanged and in hexadecimal as in a dump. */
async function* rowsOf(database: Client, table: string): AsyncIterable<Buffer> {
  await database.query('BEGIN');
  await database.query(`DECLARE dumped NO SCROLL CURSOR FOR SELECT *, t::text AS "as text" FROM ${table} AS t`);
  for (;;) {
    const { rows } = await database.query<Record<string, unknown>>(`FETCH ${ROWS_AT_ONCE} FROM dumped`);
    if (rows.length === 0) break;
    const values = rows.flatMap((row) => Object.values(row));
    yield Buffer.concat(
      values.flatMap((value) => [
        Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)),
        Buffer.from('\n'),
      ]),
    );
  }
  await database.query('COMMIT');
}

async function* eventsOf(client: EventStoreDBClient): AsyncIterable<Buffer> {
  for await (const { event } of client.readAll({ direction: FORWARDS, fromPosition: START })) {
    yield Buffer.from(`${JSON.stringify([event?.data, event?.metadata])}\n`);
  }
}

/**
 * The pieces of a file, read into `bytes`. Each piece is valid until the next one is requested. If the file was deleted
 * meanwhile, it has no pieces.
 */
async function* piecesOf(path: string, bytes: Buffer): AsyncIterable<Buffer> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (!file) return;
  try {
    for (;;) {
      const { bytesRead } = await file.read(bytes);
      if (bytesRead === 0) break;
      const piece = bytes.subarray(0, bytesRead);
      // Most of the space that Kafka and Postgres set aside is empty.
      if (!piece.equals(NOTHING.subarray(0, bytesRead))) yield piece;
    }
  } finally {
    await file.close();
  }
}
