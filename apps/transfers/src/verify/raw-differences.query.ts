import type { EntityManager } from 'typeorm';
import type { Difference } from './differences.query.js';
import type { RawBooks, Sums } from './raw-books.js';

const ROWS_AT_ONCE = 10_000;
const FIRST = '00000000-0000-0000-0000-000000000000';

interface SumRow {
  readonly key: string;
  readonly minor: string;
}

/** Reads a table of the ledger in pages, so that memory does not grow with it. */
async function* sumsIn(database: EntityManager, table: string, [key, minor]: readonly [string, string]) {
  let after = FIRST;
  for (;;) {
    const rows = await database.query<SumRow[]>(
      `SELECT ${key} AS key, ${minor} AS minor FROM ${table} WHERE ${key} > $1 ORDER BY ${key} LIMIT ${ROWS_AT_ONCE}`,
      [after],
    );
    yield* rows;
    after = rows.at(-1)?.key ?? after;
    if (rows.length < ROWS_AT_ONCE) return;
  }
}

/** Compares in both directions: every row has its sum, and every sum its row. */
async function differenceIn(
  database: EntityManager,
  { schema, table, columns }: { schema: string; table: string; columns: readonly [key: string, minor: string] },
  raw: Sums,
): Promise<Difference | undefined> {
  const left = new Set(raw.keys());
  const differs = (key: string): Difference => ({
    table,
    key: { [columns[0]]: key },
    what: `plain sums over the events say otherwise of ${columns[1]}`,
  });
  for await (const { key, minor } of sumsIn(database, `"${schema}".${table}`, columns)) {
    if (BigInt(minor) !== raw.of(key)) return differs(key);
    left.delete(key);
  }
  const [missing] = left;
  return missing === undefined ? undefined : differs(missing);
}

export async function firstRawDifference(
  database: EntityManager,
  schema: string,
  raw: RawBooks,
): Promise<Difference | undefined> {
  if (raw.fault) {
    const { stream, revision, what } = raw.fault;
    return { table: 'events', key: { stream, revision }, what };
  }
  return (
    (await differenceIn(
      database,
      { schema, table: 'ledger_balances', columns: ['funding_source_id', 'posted_minor'] },
      raw.posted,
    )) ??
    (await differenceIn(
      database,
      { schema, table: 'ledger_payments', columns: ['payment_id', 'transit_minor'] },
      raw.transit,
    )) ??
    (await clearingDifference(database, schema, raw)) ??
    (await limitDifference(database, schema, raw))
  );
}

async function clearingDifference(
  database: EntityManager,
  schema: string,
  { cameIn }: RawBooks,
): Promise<Difference | undefined> {
  const [row] = await database.query<[{ minor: string }]>(
    `SELECT coalesce(sum(CASE name WHEN 'clearingIn' THEN minor WHEN 'clearingOut' THEN -minor ELSE 0 END), 0)::text AS minor
     FROM "${schema}".ledger_totals`,
  );
  const what = 'plain sums over the events say otherwise of what came in less what went out';
  return BigInt(row.minor) === cameIn ? undefined : { table: 'ledger_totals', key: { name: 'clearingIn' }, what };
}

/** Ignores payments under way: they may have reserved before their acceptance, or be about to give back. */
async function limitDifference(
  database: EntityManager,
  schema: string,
  { overReserved }: RawBooks,
): Promise<Difference | undefined> {
  const paymentIds = [...overReserved.keys()];
  if (paymentIds.length === 0) return undefined;
  const [row] = await database.query<{ payment_id: string }[]>(
    `SELECT payment_id FROM unnest($1::uuid[]) AS over (payment_id)
     WHERE NOT EXISTS (SELECT FROM "${schema}".ledger_payments AS open WHERE open.payment_id = over.payment_id) LIMIT 1`,
    [paymentIds],
  );
  const what = 'its sender has not what it sent of its weekly limit, no more and no less';
  return row && { table: 'limits', key: { payment_id: row.payment_id }, what };
}
