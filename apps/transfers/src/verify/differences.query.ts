import type { EntityManager } from 'typeorm';
import { readBooks } from '../ledger/ledger-books.query.js';
import { type DerivedTable, derivedTables } from './tables.js';

/** Where the stored data differ from the streams. */
export interface Difference {
  readonly table: string;
  /** Column -> value of the row's key. */
  readonly key: Readonly<Record<string, unknown>>;
  readonly what: string;
}

interface Row {
  readonly key: Readonly<Record<string, unknown>>;
  readonly stored: Readonly<Record<string, unknown>> | null;
  readonly computed: Readonly<Record<string, unknown>> | null;
}

/** @param schema of the stored tables; the computed ones come first on the search path */
export async function firstDifference(database: EntityManager, schema: string): Promise<Difference | undefined> {
  for (const table of derivedTables) {
    const [row] = await database.query<Row[]>(differenceIn(table, schema));
    if (row) return { table: table.name, key: row.key, what: describe(row) };
  }
  const { balanced, unsettledPayments } = await readBooks(database);
  const what = `the ledger is not balanced: ${unsettledPayments} payments that have ended are in transit`;
  return balanced ? undefined : { table: 'ledger', key: {}, what };
}

function differenceIn({ name, key, columns }: DerivedTable, schema: string): string {
  const rows = (from: string) => `SELECT ${[...key, ...columns].join(', ')} FROM ${from}`;
  const keys = key.map((column) => `'${column}', coalesce(stored.${column}, computed.${column})`).join(', ');
  return `
    SELECT jsonb_build_object(${keys}) AS key, to_jsonb(stored) AS stored, to_jsonb(computed) AS computed
    FROM (${rows(`"${schema}".${name}`)}) AS stored
    FULL JOIN (${rows(`pg_temp.${name}`)}) AS computed USING (${key.join(', ')})
    WHERE to_jsonb(stored) IS DISTINCT FROM to_jsonb(computed)
    LIMIT 1`;
}

/** Columns by name only: what clients wrote is not shown. */
function describe({ stored, computed }: Row): string {
  if (!stored) return 'the row is missing';
  if (!computed) return 'no event says that there is such a row';
  const columns = Object.keys(computed).filter(
    (column) => JSON.stringify(stored[column]) !== JSON.stringify(computed[column]),
  );
  return `the events say otherwise of ${columns.join(', ')}`;
}
