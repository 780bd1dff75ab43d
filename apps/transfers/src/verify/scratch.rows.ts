import { createHash } from 'node:crypto';
import { ServerUnusable } from '@halyard/core';
import { eventStoreMigrations } from '@halyard/event-store';
import { createLogger } from '@halyard/observability';
import { openDatabase, openSession, type PipelineStep, poolOf, runPooled, usingServer } from '@halyard/persistence';
import { commonMigrations } from '@halyard/service';
import type { DataSource, EntityManager } from 'typeorm';
import { migrations } from '../migrations/migrations.js';
import { Transfer } from '../transfer/transfer.entity.js';
import type { Difference, Key } from './compared-rows.query.js';
import { CREATE_SNAPSHOTS } from './raw/stored-snapshots.rows.js';
import { CREATE_SUMS } from './raw/raw-sums.rows.js';
import { CREATE_UNKNOWN } from './raw/unknown-parties.rows.js';
import { positionsIn, type Positions } from './verified-database.query.js';

const SCHEMA = 'halyard_verify';
/** Postgres has no statistics yet for tables that are just being filled. A lost commit is made again. */
const SETTINGS = `-c search_path=${SCHEMA} -c enable_seqscan=off -c timezone=UTC -c synchronous_commit=off`;

/** How far a verification is. */
export interface Place {
  /** Events that were read. */
  readonly events: number;
  /** The comparison that is under way, and the last key that it has compared. */
  readonly comparison: number;
  readonly after?: Key;
  /** The first fault that the events themselves, or a snapshot of them, show. */
  readonly fault?: Difference;
}

export interface ScratchOptions {
  readonly url: string;
  /** Whose events are read, and by which build: a verification of another one is not gone on with. */
  readonly of: readonly string[];
  /** The positions of the read models now. A verification that has read further is not gone on with. */
  readonly positions: Positions;
  /** Called before the first event is read. */
  readonly prepare: (scratch: EntityManager) => Promise<void>;
}

/**
 * The tables in which a verification computes everything anew, in a schema of their own, with the place that it has
 * reached. Each step is written in one transaction, so a verification that was killed goes on after its last step.
 */
export class Scratch {
  private constructor(
    readonly dataSource: DataSource,
    private readonly alone: DataSource,
    private current: Place,
  ) {}

  /** @throws ServerUnusable if another verification uses the database, or its user may not make a schema */
  static async open(options: ScratchOptions): Promise<Scratch> {
    const alone = await usingServer(options.url, 'Check VERIFY_DATABASE_URL.', () =>
      openSession({ service: 'verify-scratch', url: options.url, entities: [] }),
    );
    try {
      await requireRights(alone);
      const [row] = await alone.query<[{ locked: boolean }]>(
        `SELECT pg_try_advisory_lock(hashtext('halyard.verify')) AS locked`,
      );
      if (!row.locked) throw new ServerUnusable('Another verification is running on the same scratch database.');
      const place = (await begunPlace(alone, options)) ?? (await begin(alone, options));
      const dataSource = await openSession({ service: 'verify', url: ownUrl(options.url), entities: [Transfer] });
      return new Scratch(dataSource, alone, place);
    } catch (error) {
      await alone.destroy();
      throw error;
    }
  }

  get place(): Place {
    return this.current;
  }

  get manager(): EntityManager {
    return this.dataSource.manager;
  }

  /** Writes steps and the place to which they lead, all or none. */
  async write(place: Place, steps: readonly PipelineStep[] = []): Promise<void> {
    await runPooled(poolOf(this.dataSource), [...steps, { statement: MOVE, values: [JSON.stringify(place)] }]);
    this.current = place;
  }

  /** Removes all that it has computed. */
  async remove(): Promise<void> {
    await this.alone.query(`DROP SCHEMA ${SCHEMA} CASCADE`);
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
    await this.alone.destroy();
  }
}

/** A step that says how far the read models were computed. */
export const positionsStep = (positions: Positions): PipelineStep => ({
  statement: {
    name: 'verify-save-positions',
    text: `INSERT INTO projections (name, position) SELECT key, value::bigint FROM jsonb_each_text($1::jsonb)
           ON CONFLICT (name) DO UPDATE SET position = excluded.position`,
  },
  values: [JSON.stringify(Object.fromEntries([...positions].map(([name, at]) => [name, at.toString()])))],
});

const MOVE = { name: 'verify-move', text: 'UPDATE verify_run SET place = $1::jsonb' };

async function requireRights(alone: DataSource): Promise<void> {
  const [row] = await alone.query<[{ allowed: boolean; name: string }]>(
    `SELECT current_database() AS name,
       NOT pg_is_in_recovery() AND has_database_privilege(current_database(), 'CREATE') AS allowed`,
  );
  if (row.allowed) return;
  throw new ServerUnusable(
    `In the scratch database ${row.name} no schema can be made: set VERIFY_DATABASE_URL to one whose user may create there.`,
  );
}

function ownUrl(url: string): string {
  const own = new URL(url);
  const given = own.searchParams.get('options');
  own.searchParams.set('options', given === null ? SETTINGS : `${given} ${SETTINGS}`);
  return own.href;
}

/** Data of other tables, migrations or builds may differ without being wrong. */
const identityOf = (of: readonly string[]): string => {
  const tables = [...commonMigrations, ...eventStoreMigrations, ...migrations].map(({ name }) => name);
  return createHash('sha256')
    .update(JSON.stringify([of, tables]))
    .digest('hex');
};

async function begunPlace(alone: DataSource, { of, positions }: ScratchOptions): Promise<Place | undefined> {
  const [table] = await alone.query<[{ made: boolean }]>(
    `SELECT to_regclass('${SCHEMA}.verify_run') IS NOT NULL AS made`,
  );
  if (!table.made) return undefined;
  return alone.transaction(async (tx) => {
    await tx.query(`SET LOCAL search_path = ${SCHEMA}`);
    const [run] = await tx.query<{ of: string; place: Place }[]>('SELECT "of", place FROM verify_run');
    if (run?.of !== identityOf(of)) return undefined;
    const read = await positionsIn(tx);
    const isAhead = [...read].some(([name, position]) => position > (positions.get(name) ?? 0n));
    return isAhead ? undefined : run.place;
  });
}

async function begin(alone: DataSource, { url, of, prepare }: ScratchOptions): Promise<Place> {
  await alone.query(`DROP SCHEMA IF EXISTS ${SCHEMA} CASCADE`);
  await alone.query(`CREATE SCHEMA ${SCHEMA}`);
  const database = await openDatabase({
    service: 'verify',
    url: ownUrl(url),
    entities: [],
    migrations: [...commonMigrations, ...eventStoreMigrations, ...migrations],
    poolSize: 1,
    logger: createLogger({ service: 'transfers', level: 'warn' }),
  });
  try {
    for (const table of [CREATE_SUMS, CREATE_SNAPSHOTS, CREATE_UNKNOWN]) await database.query(table);
    await database.query('CREATE TABLE verify_run ("of" text NOT NULL, place jsonb NOT NULL)');
    await prepare(database.manager);
    const place: Place = { events: 0, comparison: 0 };
    await database.query('INSERT INTO verify_run VALUES ($1, $2)', [identityOf(of), JSON.stringify(place)]);
    return place;
  } finally {
    await database.destroy();
  }
}
