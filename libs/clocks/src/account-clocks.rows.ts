import type { ClockStep, DidCounts } from '@halyard/contracts/sandbox-clock';
import type { DatabaseSession } from '@halyard/persistence';
import type { DataSource, EntityManager } from 'typeorm';

interface Row {
  readonly account_id: string;
  readonly step: string;
  readonly mode: ClockStep['mode'];
  readonly banks: ClockStep['banks'];
  readonly is_advancing: boolean;
  readonly at: Date;
  readonly made_at: Date;
  readonly left_real: boolean;
}

/** A step, and whether the account's time was real before it. */
export interface StoredStep extends ClockStep {
  readonly hasLeftReal: boolean;
}

type Database = Pick<DataSource | EntityManager, 'query'>;

const FIND = `
  SELECT account_id, step, mode, banks, is_advancing, at, made_at, left_real FROM account_clocks WHERE account_id = $1`;

/** Replaces an earlier step. A repeat of the last one changes nothing. */
const STORE = `
  INSERT INTO account_clocks (account_id, step, mode, banks, is_advancing, at, made_at, left_real)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $3 <> 'real')
  ON CONFLICT (account_id) DO UPDATE SET
    step = excluded.step, mode = excluded.mode, banks = excluded.banks, is_advancing = excluded.is_advancing,
    at = excluded.at, made_at = excluded.made_at, did = '{}',
    left_real = account_clocks.mode = 'real' AND excluded.mode <> 'real'
  WHERE account_clocks.step < excluded.step`;

export const clockLock = (accountId: string): string => `clock of ${accountId}`;

export const clockChannel = (schema: string): string => `${schema}_account_clocks`;

export async function findStep(db: Database | DatabaseSession, accountId: string): Promise<StoredStep | undefined> {
  const [row] = 'isOpen' in db ? await db.query<Row>(FIND, [accountId]) : await db.query<Row[]>(FIND, [accountId]);
  return row && stepOf(row);
}

/** Stores a step, and tells the readers. The caller holds the account's exclusive lock. */
export async function storeStep(tx: EntityManager, made: ClockStep): Promise<void> {
  const { accountId, step, mode, banks, isAdvancing, at, madeAt } = made;
  await tx.query(STORE, [accountId, step, mode, banks, isAdvancing, at, madeAt]);
  await tx.query(`SELECT pg_notify(current_schema() || '_account_clocks', $1)`, [accountId]);
}

/** The last steps of the accounts whose time is not real. */
export async function stepsNotReal(db: Database): Promise<readonly StoredStep[]> {
  const rows = await db.query<Row[]>(`
    SELECT account_id, step, mode, banks, is_advancing, at, made_at, left_real FROM account_clocks
    WHERE mode <> 'real'`);
  return rows.map(stepOf);
}

const NOTHING: DidCounts = { submitted: 0, settled: 0, returned: 0, corrected: 0, other: 0 };

/** What was done of what was due, since the account's last step. */
export async function doneSinceStep(db: Database, accountId: string, lock: '' | 'FOR UPDATE' = ''): Promise<DidCounts> {
  const sql = `SELECT did FROM account_clocks WHERE account_id = $1 ${lock}`;
  const [row] = await db.query<{ did: Partial<DidCounts> }[]>(sql, [accountId]);
  return { ...NOTHING, ...row?.did };
}

export async function addDone(tx: EntityManager, accountId: string, more: Partial<DidCounts>): Promise<void> {
  const did = await doneSinceStep(tx, accountId, 'FOR UPDATE');
  const sum = Object.fromEntries(
    Object.entries(did).map(([what, count]) => [what, count + (more[what as keyof DidCounts] ?? 0)]),
  );
  await tx.query(`UPDATE account_clocks SET did = $2 WHERE account_id = $1`, [accountId, JSON.stringify(sum)]);
}

const stepOf = (row: Row): StoredStep => ({
  accountId: row.account_id,
  step: Number(row.step),
  mode: row.mode,
  banks: row.banks,
  isAdvancing: row.is_advancing,
  at: row.at.toISOString(),
  madeAt: row.made_at.toISOString(),
  hasLeftReal: row.left_real,
});
