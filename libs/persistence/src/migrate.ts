import { createHash } from 'node:crypto';
import type { DataSource, EntityManager, MigrationInterface, QueryRunner } from 'typeorm';
import { MigrationExecutor } from 'typeorm';

/** The schema was made by other migrations than those of this build. The message tells the user what to do. */
export class SchemaError extends Error {
  override readonly name = 'SchemaError';
}

const nameOf = ({ name, constructor }: MigrationInterface): string => name ?? constructor.name;

/** A statement without comments and layout, which don't change what it does. */
const essenceOf = (sql: string): string => sql.replaceAll(/--.*/g, '').replaceAll(/\s+/g, ' ').trim();

/**
 * SHA-256 of the SQL statements of a migration. Its source code would not do, because that is different in a bundle.
 */
async function fingerprintOf(migration: MigrationInterface): Promise<string> {
  const hash = createHash('sha256');
  const recorder: Pick<QueryRunner, 'query'> = {
    query: (sql: string, values: unknown = []) => {
      hash.update(JSON.stringify([essenceOf(sql), values]));
      return Promise.resolve([] as never);
    },
  };
  await migration.up(recorder as QueryRunner);
  return hash.digest('hex');
}

/** The fingerprints of the migrations that have run, by their names; null if none was stored. */
async function storedIn(database: Pick<EntityManager, 'query'>): Promise<ReadonlyMap<string, string | null>> {
  const [table] = await database.query<{ made: boolean }[]>(`SELECT to_regclass('migrations') IS NOT NULL AS made`);
  if (!table?.made) return new Map();
  const rows = await database.query<{ name: string; fingerprint: string | null }[]>(
    `SELECT name, to_jsonb(migrations) ->> 'fingerprint' AS fingerprint FROM migrations`,
  );
  return new Map(rows.map(({ name, fingerprint }) => [name, fingerprint]));
}

/**
 * Finds the migrations that have not run yet, with their fingerprints (ADR 63). Migrations that have run and are not
 * given here belong to a newer build.
 * @throws SchemaError if a given migration has run with other statements, or without a stored fingerprint
 */
export async function pendingIn(
  database: Pick<EntityManager, 'query'>,
  service: string,
  migrations: readonly MigrationInterface[],
): Promise<ReadonlyMap<string, string>> {
  const stored = await storedIn(database);
  const pending = new Map<string, string>();
  const changed: string[] = [];
  for (const migration of migrations) {
    const [name, fingerprint] = [nameOf(migration), await fingerprintOf(migration)];
    if (!stored.has(name)) pending.set(name, fingerprint);
    else if (stored.get(name) !== fingerprint) changed.push(name);
  }
  if (changed.length === 0) return pending;
  throw new SchemaError(
    `The data of ${service} was made by a build with other migrations (${changed.join(', ')}): start that build again, ` +
      'or start over with "npm start -- --fresh", which moves the data folder aside, or on an empty database.',
  );
}

/** The migrations of a schema, compared with those of this build. */
export interface ComparedMigrations {
  /** The names of the migrations that have not run. */
  readonly pending: readonly string[];
  /** The names of the migrations that have run and that this build does not know. */
  readonly unknown: readonly string[];
}

/** Compares the migrations that have run with those of this build, and runs none. @throws SchemaError */
export async function compareMigrations(
  database: Pick<EntityManager, 'query'>,
  service: string,
  migrations: readonly MigrationInterface[],
): Promise<ComparedMigrations> {
  const pending = await pendingIn(database, service, migrations);
  const known = new Set(migrations.map(nameOf));
  const ran = await storedIn(database);
  return { pending: [...pending.keys()], unknown: [...ran.keys()].filter((name) => !known.has(name)) };
}

/**
 * Runs all pending migrations in one transaction. Processes that start meanwhile wait for it, and then have nothing to
 * do.
 * @param session a session without time limits
 * @returns the names of the migrations that ran
 * @throws SchemaError; the error of a migration that failed
 */
export function migrate(session: DataSource, service: string): Promise<string[]> {
  return session.transaction(async (tx) => {
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('halyard.migrate'), hashtext(current_schema()))`);
    const pending = await pendingIn(tx, service, session.migrations);
    if (pending.size === 0) return [];
    const ran = await new MigrationExecutor(session, tx.queryRunner).executePendingMigrations();
    await tx.query('ALTER TABLE migrations ADD COLUMN IF NOT EXISTS fingerprint text');
    await tx.query(
      `UPDATE migrations SET fingerprint = ran.fingerprint
       FROM unnest($1::text[], $2::text[]) AS ran (name, fingerprint) WHERE migrations.name = ran.name`,
      [[...pending.keys()], [...pending.values()]],
    );
    return ran.map(({ name }) => name);
  });
}
