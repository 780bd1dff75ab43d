import type { EntityManager } from 'typeorm';
import { readBooks } from '../ledger/ledger-books.query.js';
import { type DerivedTable, derivedTables } from './tables.js';

export interface Difference {
  readonly table: string;
  /** Key column -> value. */
  readonly key: Readonly<Record<string, unknown>>;
  readonly what: string;
}

interface Row {
  readonly key: Readonly<Record<string, unknown>>;
  readonly stored: Readonly<Record<string, unknown>> | null;
  readonly computed: Readonly<Record<string, unknown>> | null;
}

/** @param schema schema of the stored tables; the computed ones come first on the search path */
export async function firstDifference(database: EntityManager, schema: string): Promise<Difference | undefined> {
  for (const table of derivedTables) {
    const [row] = await database.query<Row[]>(differenceIn(table, schema));
    if (row) return { table: table.name, key: row.key, what: describe(row) };
  }
  const { balanced, unsettledPayments } = await readBooks(database);
  const what = `the ledger is not balanced: ${unsettledPayments} payments that have ended are in transit`;
  return balanced ? undefined : { table: 'ledger', key: {}, what };
}

function differenceIn({ name, key, columns, addedColumns = [] }: DerivedTable, schema: string): string {
  const storedTable = `"${schema}".${name}`;
  const rows = (from: string) => `SELECT ${[...key, ...columns, ...addedColumns].join(', ')} FROM ${from}`;
  const keys = key.map((column) => `'${column}', coalesce(stored.${column}, computed.${column})`).join(', ');
  const expected = ['to_jsonb(computed)', ...addedColumns.map((column) => nothingIfOlder(storedTable, key, column))];
  return `
    SELECT jsonb_build_object(${keys}) AS key, to_jsonb(stored) AS stored, expected AS computed
    FROM (${rows(storedTable)}) AS stored
    FULL JOIN (${rows(`pg_temp.${name}`)}) AS computed USING (${key.join(', ')})
    CROSS JOIN LATERAL (SELECT ${expected.join(' || ')} AS expected) AS either
    WHERE to_jsonb(stored) IS DISTINCT FROM expected
    LIMIT 1`;
}

/** Expects null in a column that was added later, if the row is older than all rows with a value. */
function nothingIfOlder(table: string, key: readonly string[], column: string): string {
  const order = key.join(', ');
  const row = key.map((one) => `stored.${one}`).join(', ');
  const isNotOlder = `(${row}) > (SELECT ${order} FROM ${table} WHERE ${column} IS NOT NULL ORDER BY ${order} LIMIT 1)`;
  return `CASE WHEN stored.${column} IS NULL AND (${isNotOlder}) IS NOT TRUE
    THEN '{"${column}":null}'::jsonb ELSE '{}'::jsonb END`;
}

/** Names only the columns, because their values may come from clients. */
function describe({ stored, computed }: Row): string {
  if (!stored) return 'the row is missing';
  if (!computed) return 'no event says that there is such a row';
  const columns = Object.keys(computed).filter(
    (column) => JSON.stringify(stored[column]) !== JSON.stringify(computed[column]),
  );
  return `the events say otherwise of ${columns.join(', ')}`;
}
