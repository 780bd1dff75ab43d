import { Injectable } from '@nestjs/common';
import { DomainError } from '@halyard/core';
import type { Rebuild } from '@halyard/messaging';
import { DatabaseClient, driverErrorOf } from '@halyard/persistence';
import { type Client, escapeIdentifier } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import type { Projection } from '../projection.js';
import { dropCopies, makeCopies, named, schemasOf } from './copy-tables.rows.js';
import { differencesBetween } from './differences.rows.js';
import { rebuildOf, type RebuildRow } from './rebuild-state.js';
import { copyOf, Rebuilds, type RebuildUnderWay } from './rebuilds.js';

/** How long a swap waits for others that use the tables. Meanwhile whoever comes later waits behind it. */
const SWAP_WAITS_MS = 50;
const LOCK_NOT_AVAILABLE = '55P03';
const COMPARING = 'halyard-transfers-compare';

/** Rebuilds in the table `rebuilds`, each with its checkpoint in `projections` and its tables in the schema beside. */
@Injectable()
export class StoredRebuilds extends Rebuilds {
  constructor(private readonly dataSource: DataSource) {
    super();
  }

  override async list(): Promise<readonly RebuildUnderWay[]> {
    const rows = await this.dataSource.query<RowUnderWay[]>(UNDER_WAY);
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
    await tx.query('INSERT INTO projections (name) VALUES ($1) ON CONFLICT DO NOTHING', [projection.name]);
    await tx.query('INSERT INTO projections (name, rebuilt) VALUES ($1, $2)', [copyOf(projection.name), row.number]);
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

  override async beginAgain(projection: Projection): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const ended = await this.end(tx, projection.name);
      if (ended) await this.begin(tx, projection, ended.per_second ?? undefined);
    });
  }

  override async compare(projection: Projection, signal: AbortSignal): Promise<boolean> {
    const { name, tables } = projection;
    const schemas = await schemasOf(this.dataSource.manager);
    const [[level]] = await this.dataSource.query<[{ number: number }[], number]>(
      'UPDATE rebuilds SET level = coalesce(level, pg_current_xact_id()) WHERE model = $1 RETURNING number',
      [name],
    );
    if (!level) return false;
    const differences = await this.alone(name, signal, async (client) => {
      for (const table of tables) await client.query(`VACUUM (ANALYZE) ${named(schemas.beside, [table])}`);
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      const { rows } = await client.query<{ position: string }>(
        'SELECT DISTINCT position FROM projections WHERE name IN ($1, $2)',
        [name, copyOf(name)],
      );
      return rows.length === 1 ? await differencesBetween(client, schemas, tables) : undefined;
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
      return await this.dataSource.transaction((tx) => swapIn(tx, projection));
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
async function swapIn(tx: EntityManager, { name, tables }: Projection): Promise<boolean> {
  await tx.query(`SET LOCAL lock_timeout = ${SWAP_WAITS_MS}`);
  await tx.query('SELECT FROM projections WHERE name IN ($1, $2) ORDER BY name FOR UPDATE', [name, copyOf(name)]);
  const [ready] = await tx.query<unknown[]>(READY, [name, copyOf(name)]);
  if (!ready) return false;
  const { serving, beside } = await schemasOf(tx);
  await tx.query(`LOCK TABLE ${named(serving, tables)}, ${named(beside, tables)}`);
  await tx.query(`DROP TABLE ${named(serving, tables)}`);
  for (const table of tables)
    await tx.query(`ALTER TABLE ${named(beside, [table])} SET SCHEMA ${escapeIdentifier(serving)}`);
  await tx.query('DELETE FROM rebuilds WHERE model = $1', [name]);
  await tx.query('DELETE FROM projections WHERE name = $1', [copyOf(name)]);
  await tx.query(
    'UPDATE projections SET rebuilt = rebuilt + 1, stopped_from = NULL, stopped_at = NULL WHERE name = $1',
    [name],
  );
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
const MAY_SWAP = `(is_wanted OR coalesce((differences->>'rows')::bigint = 0, false))`;

interface RowUnderWay extends Omit<RebuildUnderWay, 'perSecond'> {
  readonly per_second: number | null;
}

const UNDER_WAY = `
  SELECT model, number, per_second, migration IS DISTINCT FROM ${LATEST_MIGRATION} AS "isOutdated",
    copy.position = serving.position AS "isLevel", differences IS NOT NULL AS "isCompared", ${MAY_SWAP} AS "maySwap"
  FROM ${BESIDE}`;

const ONE = `
  SELECT begun, events, copy.position, serving.position AS served, is_wanted, differences,
    CASE WHEN sampled > clock_timestamp() - interval '10 seconds' THEN rate ELSE 0 END AS rate,
    CASE WHEN copy.stopped_from = copy.position THEN copy.stopped_at END AS stopped_at
  FROM ${BESIDE} WHERE model = $1`;

const READY = `
  SELECT FROM ${BESIDE}
  WHERE serving.name = $1 AND copy.name = $2 AND copy.position = serving.position AND ${MAY_SWAP}
    AND migration = ${LATEST_MIGRATION}
    AND NOT EXISTS (
      SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND age(backend_xmin) >= age(level::xid)
    )`;
