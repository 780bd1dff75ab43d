import type { Differences } from '@halyard/messaging';
import type { Client } from 'pg';
import { named, type Schemas } from './copy-tables.rows.js';

type DifferentRow = Differences['first'][number];
type Columns = Readonly<Record<string, unknown>>;

/** How many of the different rows are told. */
const TOLD_MAX = 10;
/** Texts of these columns are words of ours. All other texts may come from callers. */
const WORDS: ReadonlySet<string> = new Set([
  ...['leg', 'kind', 'status', 'payment_status', 'source_owner_kind', 'destination_owner_kind', 'return_due'],
  ...['failure_code', 'flow', 'name'],
]);
/** Types of columns whose values are no texts of anybody. */
const SHOWN: ReadonlySet<string> = new Set(['uuid', 'int4', 'int8', 'numeric', 'bool', 'date', 'timestamptz']);

interface TableColumns {
  readonly key: readonly string[];
  readonly shown: ReadonlySet<string>;
}

/** What differs between the tables that serve and their copies, in the client's transaction. */
export async function differencesBetween(
  client: Client,
  schemas: Schemas,
  tables: readonly string[],
): Promise<Differences> {
  let rows = 0;
  const first: DifferentRow[] = [];
  for (const table of tables) {
    const { key, shown } = await columnsOf(client, schemas.serving, table);
    const differing = `FROM ${named(schemas.serving, [table])} AS serves
      FULL JOIN ${named(schemas.beside, [table])} AS rebuilt USING (${key.join(', ')})
      WHERE serves IS DISTINCT FROM rebuilt`;
    const counted = await client.query<{ rows: string }>(`SELECT count(*) AS rows ${differing}`);
    const found = Number(counted.rows[0]?.rows);
    rows += found;
    if (found === 0 || first.length === TOLD_MAX) continue;
    const told = await client.query<{ key: string[]; serves: Columns | null; rebuilt: Columns | null }>(
      `SELECT ARRAY[${key.map((column) => `${column}::text`).join(', ')}] AS key,
         CASE WHEN serves IS NULL THEN NULL ELSE to_jsonb(serves) END AS serves,
         CASE WHEN rebuilt IS NULL THEN NULL ELSE to_jsonb(rebuilt) END AS rebuilt
       ${differing} ORDER BY ${key.join(', ')} LIMIT ${TOLD_MAX - first.length}`,
    );
    for (const { key: values, serves, rebuilt } of told.rows) {
      first.push({
        key: [table, ...values].join(' '),
        ...(serves && { serves: withoutTexts(serves, shown) }),
        ...(rebuilt && { rebuilt: withoutTexts(rebuilt, shown) }),
      });
    }
  }
  return { rows, first };
}

async function columnsOf(client: Client, schema: string, table: string): Promise<TableColumns> {
  const { rows } = await client.query<{ name: string; type: string; place: number | null }>(
    `SELECT attname AS name, typname AS type, array_position(indkey::smallint[], attnum) AS place
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid JOIN pg_type ON pg_type.oid = atttypid
     JOIN pg_index ON indrelid = pg_class.oid AND indisprimary
     WHERE relnamespace = $1::regnamespace AND relname = $2 AND attnum > 0 AND NOT attisdropped
     ORDER BY place, attnum`,
    [schema, table],
  );
  return {
    key: rows.filter(({ place }) => place !== null).map(({ name }) => name),
    shown: new Set(rows.filter(({ name, type }) => SHOWN.has(type) || WORDS.has(name)).map(({ name }) => name)),
  };
}

const withoutTexts = (row: Columns, shown: ReadonlySet<string>): Columns =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => [column, value === null || shown.has(column) ? value : '[text]']),
  );
