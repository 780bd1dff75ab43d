import type { ComparedRows, Difference, ComparedDatabases, Key } from './compared-rows.query.js';

const sums = (kind: string, as: string): string =>
  `(SELECT name AS ${as}, minor FROM verify_sums WHERE kind = '${kind}')`;

/** Sums of zero are no rows here, since not every table has a row for them. */
export const rawRows: readonly ComparedRows[] = [
  {
    name: 'ledger_balances',
    key: ['funding_source_id'],
    columns: ['minor'],
    stored: '(SELECT funding_source_id, posted_minor AS minor FROM ledger_balances WHERE posted_minor <> 0)',
    computed: sums('posted', 'funding_source_id'),
  },
  {
    name: 'ledger_payments',
    key: ['payment_id'],
    columns: ['minor'],
    stored: '(SELECT payment_id, transit_minor AS minor FROM ledger_payments WHERE transit_minor <> 0)',
    computed: sums('transit', 'payment_id'),
  },
];

export const rawDifference = ({ table, key }: Difference): Difference => ({
  table,
  key,
  what: `plain sums over the events say otherwise of ${table === 'ledger_balances' ? 'posted_minor' : 'transit_minor'}`,
});

export async function clearingDifference({ database, scratch }: ComparedDatabases): Promise<Difference | undefined> {
  const [stored] = await database.query<[{ minor: string }]>(
    `SELECT coalesce(sum(CASE name WHEN 'clearingIn' THEN minor WHEN 'clearingOut' THEN -minor ELSE 0 END), 0)::text AS minor
     FROM ledger_totals`,
  );
  const [computed] = await scratch.query<[{ minor: string }]>(
    `SELECT coalesce(sum(minor), 0)::text AS minor FROM verify_sums WHERE kind = 'cameIn'`,
  );
  const what = 'plain sums over the events say otherwise of what came in less what went out';
  return stored.minor === computed.minor ? undefined : { table: 'ledger_totals', key: { name: 'clearingIn' }, what };
}

/**
 * Looks at a page of payments that have more or less of a limit than they may. Ignores those under way: they may have
 * reserved before their acceptance, or be about to give back.
 */
export async function limitDifference(
  { database, scratch }: ComparedDatabases,
  after: Key | undefined,
  size: number,
): Promise<{ readonly names: readonly string[]; readonly difference?: Difference }> {
  const rows = await scratch.query<{ name: string }[]>(
    `SELECT name FROM verify_sums WHERE kind = 'overReserved' AND name > $1 ORDER BY name LIMIT ${size}`,
    [after?.[0] ?? ''],
  );
  const names = rows.map(({ name }) => name);
  const [row] = await database.query<{ payment_id: string }[]>(
    `SELECT payment_id FROM unnest($1::uuid[]) AS over (payment_id)
     WHERE NOT EXISTS (SELECT FROM ledger_payments AS open WHERE open.payment_id = over.payment_id) LIMIT 1`,
    [names],
  );
  const what = 'its sender has not what it sent of its weekly limit, no more and no less';
  return { names, ...(row && { difference: { table: 'limits', key: { payment_id: row.payment_id }, what } }) };
}
