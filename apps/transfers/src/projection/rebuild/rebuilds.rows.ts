import { Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@halyard/core';
import type { Differences, Rebuild } from '@halyard/messaging';
import { DatabaseClient, driverErrorOf, sessionNameOf } from '@halyard/persistence';
import { type Client, escapeIdentifier } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import { BEGIN_PROJECTION } from '../checkpoints.rows.js';
import { FOLLOWER, type Projection } from '../projection.js';
import { besides, dropCopies, makeCopies, named, schemasOf } from './copy-tables.rows.js';
import { differencesBetween } from './differences.rows.js';
import { rebuildOf, type RebuildRow } from './rebuild-state.js';
import { copyOf, Rebuilds, type RebuildUnderWay } from './rebuilds.js';

/** How long a swap waits for others that use the tables. Meanwhile whoever comes later waits behind it. */
const SWAP_WAITS_MS = 50;
const LOCK_NOT_AVAILABLE = '55P03';
const NO_DIFFERENCES: Differences = { rows: 0, first: [] };
const COMPARING = 'halyard-transfers-compare';

/** Rebuilds in the table `rebuilds`, each with its checkpoint in `projections` and its tables in the schema beside. */
@Injectable()
export class StoredRebuilds extends Rebuilds {
  /** The session of a process of this service, and the lock by which it shows that it is of this build. */
  private readonly processes: readonly [session: string, mark: string];

  constructor(
    private readonly dataSource: DataSource,
    @Inject(FOLLOWER) follower: string,
  ) {
    super();
    this.processes = [sessionNameOf(dataSource), follower];
  }

  override async list(): Promise<readonly RebuildUnderWay[]> {
    const rows = await this.dataSource.query<RowUnderWay[]>(UNDER_WAY, [...this.processes]);
    return rows.map(({ per_second, ...row }) => ({ ...row, perSecond: per_second ?? undefined }));
  }

  override async find(model: string): Promise<Rebuild | undefined> {
    const [row] = await this.dataSource.query<RebuildRow[]>(ONE, [model]);
    return row && rebuildOf(row);
  }

  override async begin(tx: EntityManager, projection: Projection, perSecond?: number): Promise<void> {
    const [row] = await tx.query<{ number: number; is_new: boolean }[]>(BEGIN, [projection.name, perSecond]);
    if (!row?.is_new) return;
    await makeCopies(tx, await schemasOf(tx), projection.tables);
    await tx.query(BEGIN_PROJECTION, [projection.name, projection.shape]);
    await tx.query('INSERT INTO projections (name, shape, rebuilt) VALUES ($1, $2, $3)', [
      copyOf(projection.name),
      projection.shape,
      row.number,
    ]);
  }

  override async stop(tx: EntityManager, projection: Projection): Promise<void> {
    if (!(await this.end(tx, projection.name))) throw new DomainError('InvalidResourceState');
    await dropCopies(tx, await schemasOf(tx), projection.tables);
  }

  override async want(tx: EntityManager, model: string): Promise<void> {
    const [wanted] = await tx.query<[unknown[], number]>(
      `UPDATE rebuilds SET is_wanted = true
       WHERE model = $1 AND (differences->>'rows')::bigint > 0 AND NOT is_wanted RETURNING model`,
      [model],
    );
    if (wanted.length === 0) throw new DomainError('InvalidResourceState');
  }

  override async renew(projections: readonly Projection[]): Promise<boolean> {
    const older = await this.dataSource.query<{ name: string }[]>(OLDER, [
      projections.map(({ name }) => name),
      projections.map(({ shape }) => shape),
    ]);
    for (const { name } of older) {
      const projection = projections.find((one) => one.name === name);
      if (projection) await this.dataSource.transaction((tx) => this.begin(tx, projection));
    }
    return older.length > 0;
  }

  override async beginAgain(projection: Projection): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const ended = await this.end(tx, projection.name);
      if (ended) await this.begin(tx, projection, ended.per_second ?? undefined);
    });
  }

  override async compare(projection: Projection, signal: AbortSignal): Promise<boolean> {
    const { name, tables } = projection;
    const schemas = await schemasOf(this.dataSource.manager);
    const [[level]] = await this.dataSource.query<[{ number: number; is_newer: boolean }[], number]>(LEVEL, [name]);
    if (!level) return false;
    const differences = await this.alone(name, signal, async (client) => {
      for (const table of tables) await client.query(`VACUUM (ANALYZE) ${named(schemas.beside, [table])}`);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const { rows } = await client.query<{ position: string }>(
        'SELECT DISTINCT position FROM projections WHERE name IN ($1, $2)',
        [name, copyOf(name)],
      );
      if (rows.length !== 1) return undefined;
      return level.is_newer ? NO_DIFFERENCES : await differencesBetween(client, schemas, tables);
    });
    if (!differences) return false;
    await this.dataSource.query('UPDATE rebuilds SET differences = $3 WHERE model = $1 AND number = $2', [
      name,
      level.number,
      JSON.stringify(differences),
    ]);
    return true;
  }

  override async swap(projection: Projection): Promise<boolean> {
    try {
      return await this.dataSource.transaction((tx) => swapIn(tx, projection, this.processes));
    } catch (error) {
      if (driverErrorOf(error).code === LOCK_NOT_AVAILABLE) return false;
      throw error;
    }
  }

  /** Ends a rebuild, but leaves its tables. A comparison of them is ended too, since it would hold them for long. */
  private async end(tx: EntityManager, model: string): Promise<{ per_second: number | null } | undefined> {
    await tx.query('SELECT FROM projections WHERE name = $1 FOR UPDATE', [copyOf(model)]);
    const [[ended]] = await tx.query<[{ per_second: number | null }[], number]>(
      'DELETE FROM rebuilds WHERE model = $1 RETURNING per_second',
      [model],
    );
    await tx.query('DELETE FROM projections WHERE name = $1', [copyOf(model)]);
    await tx.query(
      `SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity
       WHERE datname = current_database() AND usename = current_user AND application_name = $1`,
      [`${COMPARING}-${model}`],
    );
    return ended;
  }

  /** Works on a session of its own, without limits of time. The session ends with the signal. */
  private async alone<Result>(
    model: string,
    signal: AbortSignal,
    work: (client: Client) => Promise<Result>,
  ): Promise<Result> {
    const { options } = this.dataSource;
    if (options.type !== 'postgres' || options.url === undefined) throw new Error('read models are in Postgres');
    const client = new DatabaseClient({
      connectionString: options.url,
      application_name: `${COMPARING}-${model}`,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    const end = (): void => void client.end();
    await client.connect();
    signal.addEventListener('abort', end, { once: true });
    try {
      // Otherwise the server would go on for a process that is gone.
      await client.query(`SET client_connection_check_interval = '2s'; SET work_mem = '32MB'`);
      return await work(client);
    } finally {
      signal.removeEventListener('abort', end);
      await client.end();
    }
  }
}

/**
 * The checkpoints are locked first, as by each page. A transaction whose snapshot is older than the level copy would
 * not see all rows of the copy, so the swap waits until there is none.
 */
async function swapIn(
  tx: EntityManager,
  { name, tables, forgetErased }: Projection,
  processes: readonly [session: string, mark: string],
): Promise<boolean> {
  await tx.query(`SET LOCAL lock_timeout = ${SWAP_WAITS_MS}`);
  await tx.query('SELECT FROM projections WHERE name IN ($1, $2) ORDER BY name FOR UPDATE', [name, copyOf(name)]);
  const [ready] = await tx.query<{ is_newer: boolean }[]>(READY, [...processes, name]);
  if (!ready) return false;
  if (ready.is_newer && forgetErased !== undefined) await besides(tx, name, () => tx.query(forgetErased));
  const { serving, beside } = await schemasOf(tx);
  await tx.query(`LOCK TABLE ${named(serving, tables)}, ${named(beside, tables)}`);
  await tx.query(`DROP TABLE ${named(serving, tables)}`);
  for (const table of tables)
    await tx.query(`ALTER TABLE ${named(beside, [table])} SET SCHEMA ${escapeIdentifier(serving)}`);
  await tx.query('DELETE FROM rebuilds WHERE model = $1', [name]);
  await tx.query(TAKE_PLACE, [name, copyOf(name)]);
  await tx.query('DELETE FROM projections WHERE name = $1', [copyOf(name)]);
  return true;
}

const LATEST_MIGRATION = '(SELECT name FROM migrations ORDER BY id DESC LIMIT 1)';

const BEGIN = `
  INSERT INTO rebuilds (model, migration, per_second) VALUES ($1, ${LATEST_MIGRATION}, $2)
  ON CONFLICT (model) DO UPDATE SET per_second = excluded.per_second
  RETURNING number, xmax = 0 AS is_new`;

const BESIDE = `
  rebuilds JOIN projections AS copy ON copy.name = model || '~beside'
  JOIN projections AS serving ON serving.name = model`;
const IS_NEWER = 'serving.shape < copy.shape';

/** Read models whose rows have an older shape. $1: names, $2: the shapes of this build */
const OLDER = `
  SELECT name FROM projections AS serving JOIN unnest($1::text[], $2::integer[]) AS own (name, shape) USING (name)
  WHERE serving.shape < own.shape AND NOT EXISTS (SELECT FROM rebuilds WHERE model = name)`;

const LEVEL = `
  UPDATE rebuilds SET level = coalesce(level, pg_current_xact_id())
  FROM projections AS serving, projections AS copy
  WHERE model = $1 AND serving.name = model AND copy.name = model || '~beside' AND copy.position = serving.position
  RETURNING number, ${IS_NEWER} AS is_newer`;

/** $1: the name of a process's session, $2: the lock that processes of this build have */
const IS_ALONE = `NOT EXISTS (
    SELECT FROM pg_stat_activity AS process
    WHERE datname = current_database() AND usename = current_user AND application_name = $1 AND NOT EXISTS (
      SELECT FROM pg_locks AS held
      WHERE held.pid = process.pid AND locktype = 'advisory' AND granted
        AND (classid::bigint << 32 | objid::bigint) = hashtextextended($2, 0)
    )
  )`;

const MAY_SWAP = `(
    level IS NOT NULL AND differences IS NOT NULL
    AND (is_wanted OR CASE WHEN ${IS_NEWER} THEN ${IS_ALONE} ELSE (differences->>'rows')::bigint = 0 END)
  )`;

const TAKE_PLACE = `
  UPDATE projections AS serving SET
    rebuilt = serving.rebuilt + 1, shape = copy.shape, stopped_from = NULL, stopped_at = NULL
  FROM projections AS copy WHERE serving.name = $1 AND copy.name = $2`;

interface RowUnderWay extends Omit<RebuildUnderWay, 'perSecond'> {
  readonly per_second: number | null;
}

const UNDER_WAY = `
  SELECT model, number, per_second, migration IS DISTINCT FROM ${LATEST_MIGRATION} AS "isOutdated",
    copy.shape, ${IS_NEWER} AS "isNewer", copy.position = serving.position AS "isLevel",
    level IS NOT NULL AND differences IS NOT NULL AS "isCompared", ${MAY_SWAP} AS "maySwap"
  FROM ${BESIDE}`;

const ONE = `
  SELECT begun, events, copy.position, serving.position AS served, is_wanted, differences,
    CASE WHEN sampled > clock_timestamp() - interval '10 seconds' THEN rate ELSE 0 END AS rate,
    CASE WHEN copy.stopped_from = copy.position THEN copy.stopped_at END AS stopped_at
  FROM ${BESIDE} WHERE model = $1`;

const READY = `
  SELECT ${IS_NEWER} AS is_newer FROM ${BESIDE}
  WHERE model = $3 AND copy.position = serving.position AND ${MAY_SWAP}
    AND migration = ${LATEST_MIGRATION}
    AND NOT EXISTS (
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND age(backend_xmin) >= age(level::xid)
    )`;
