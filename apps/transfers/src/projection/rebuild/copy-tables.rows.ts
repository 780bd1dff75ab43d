import { DomainError } from '@halyard/core';
import { escapeIdentifier } from 'pg';
import type { EntityManager } from 'typeorm';

/** The schema of the tables that serve, and that of copies. */
export interface Schemas {
  readonly serving: string;
  readonly beside: string;
}

/** @throws DomainError ServiceUnavailable if there is no schema for copies, or the service may not use it */
export async function schemasOf(tx: EntityManager): Promise<Schemas> {
  const [row] = await tx.query<[Schemas & { usable: boolean }]>(
    `SELECT serving, beside, coalesce(has_schema_privilege(to_regnamespace(quote_ident(beside))::oid, 'USAGE, CREATE'), false) AS usable
     FROM current_schema() AS serving, concat(serving, '_beside') AS beside`,
  );
  const { usable, ...schemas } = row;
  if (usable) return schemas;
  throw new DomainError('ServiceUnavailable', {
    message: `The schema ${schemas.beside} is missing, or its role may not use it. Provision the database again.`,
  });
}

export const named = (schema: string, tables: readonly string[]): string =>
  tables.map((table) => `${escapeIdentifier(schema)}.${escapeIdentifier(table)}`).join(', ');

export async function dropCopies(tx: EntityManager, { beside }: Schemas, tables: readonly string[]): Promise<void> {
  await tx.query(`DROP TABLE IF EXISTS ${named(beside, tables)}`);
}

/**
 * Makes empty tables like those that serve. Constraints and indexes get the names of theirs, because later migrations
 * name them.
 */
export async function makeCopies(tx: EntityManager, schemas: Schemas, tables: readonly string[]): Promise<void> {
  await dropCopies(tx, schemas, tables);
  for (const table of tables) {
    const statements = await tx.query<{ sql: string }[]>(DEFINITIONS, [schemas.serving, schemas.beside, table]);
    for (const { sql } of statements) await tx.query(sql);
  }
}

/** `LIKE` would choose names for indexes and keys by itself, so these are made one by one. */
const DEFINITIONS = `
  WITH serving AS (
    SELECT oid, reloptions FROM pg_class WHERE relnamespace = $1::regnamespace AND relname = $3
  )
  SELECT format(
    'CREATE TABLE %I.%I (LIKE %I.%I INCLUDING ALL EXCLUDING INDEXES)%s', $2::text, $3::text, $1::text, $3::text,
    ' WITH (' || array_to_string(reloptions, ', ') || ')'
  ) AS sql
  FROM serving
  UNION ALL
  SELECT format('ALTER TABLE %I.%I ADD CONSTRAINT %I %s', $2::text, $3::text, conname, pg_get_constraintdef(pg_constraint.oid))
  FROM serving JOIN pg_constraint ON conrelid = serving.oid WHERE contype IN ('p', 'u')
  UNION ALL
  SELECT replace(
    pg_get_indexdef(indexrelid), format(' ON %I.%I USING ', $1::text, $3::text), format(' ON %I.%I USING ', $2::text, $3::text)
  )
  FROM serving JOIN pg_index ON indrelid = serving.oid
  WHERE NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`;

/** Does the same to the copy of a read model, if there is one. Its checkpoint is held by the transaction. */
export async function besides(tx: EntityManager, model: string, work: () => Promise<unknown>): Promise<void> {
  const [rebuild] = await tx.query<unknown[]>('SELECT FROM rebuilds WHERE model = $1', [model]);
  if (!rebuild) return;
  await tx.query('SELECT fill_beside($1, 0)', [model]);
  await work();
  await tx.query('SELECT leave_beside()');
}
