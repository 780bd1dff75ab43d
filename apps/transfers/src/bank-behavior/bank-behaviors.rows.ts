import { DomainError } from '@halyard/core';
import type { DataSource, EntityManager } from 'typeorm';
import type { RuleCount } from './bank-behavior.js';

/** The behaviour of an account's banks as it is stored. */
export interface StoredBehavior {
  /** Sealed for the account; null before the first and after an empty one. */
  readonly sealed: Buffer | null;
  /** Goes up by one with each change. */
  readonly version: number;
  /** In the order of the rules. */
  readonly counts: readonly RuleCount[];
  /** How many numbers `#n` were given to entries of the account. */
  readonly entries: number;
}

interface Row {
  readonly sealed: Buffer | null;
  readonly version: number;
  readonly counts: readonly RuleCount[];
  readonly entries: string;
}

type Database = Pick<DataSource | EntityManager, 'query'>;

export const neverChanged: StoredBehavior = { sealed: null, version: 0, counts: [], entries: 0 };

const COLUMNS = 'sealed, version, counts, entries';

export async function findBehavior(db: Database, accountId: string): Promise<StoredBehavior> {
  const [row] = await db.query<Row[]>(`SELECT ${COLUMNS} FROM bank_behaviors WHERE account_id = $1`, [accountId]);
  return row ? storedOf(row) : neverChanged;
}

/** Locks the behaviour of an account until the transaction ends. It makes the row of an account that has none. */
export async function lockBehavior(tx: EntityManager, accountId: string): Promise<StoredBehavior> {
  await tx.query('INSERT INTO bank_behaviors (account_id) VALUES ($1) ON CONFLICT DO NOTHING', [accountId]);
  const sql = `SELECT ${COLUMNS} FROM bank_behaviors WHERE account_id = $1 FOR UPDATE`;
  const [row] = await tx.query<Row[]>(sql, [accountId]);
  if (!row) throw new DomainError('ServerError', { cause: 'a behaviour was not made' });
  return storedOf(row);
}

/** Replaces the behaviour, and begins its counts anew. The numbers of entries go on. */
export async function changeBehavior(tx: EntityManager, accountId: string, sealed: Buffer | null): Promise<void> {
  const sql = `UPDATE bank_behaviors SET sealed = $2, version = version + 1, counts = '[]' WHERE account_id = $1`;
  await tx.query(sql, [accountId, sealed]);
}

export async function setCounts(
  tx: EntityManager,
  accountId: string,
  { counts, entries }: Pick<StoredBehavior, 'counts' | 'entries'>,
): Promise<void> {
  const sql = 'UPDATE bank_behaviors SET counts = $2, entries = $3 WHERE account_id = $1';
  await tx.query(sql, [accountId, JSON.stringify(counts), entries]);
}

const storedOf = ({ sealed, version, counts, entries }: Row): StoredBehavior => ({
  sealed,
  version,
  counts,
  entries: Number(entries),
});
