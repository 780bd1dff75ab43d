import type { BankMode, ClockMode, ClockStep } from '@halyard/contracts/sandbox-clock';
import { DomainError } from '@halyard/core';
import type { DataSource, EntityManager } from 'typeorm';

/** How a clock goes after a step. */
export interface WantedClock {
  readonly mode: ClockMode;
  readonly banks: BankMode;
  readonly isAdvancing: boolean;
  /** The account's time. Absent for the time at which the clock is when it is stopped for the step. */
  readonly at?: string;
  /** The step is made only if the account has never had a customer, a transfer or an added bank. */
  readonly forUnused?: true;
  /** How the step ends the account's advance. */
  readonly ends?: 'done' | 'stopped';
}

/** A step that services are told of, and that does not hold yet. */
export interface PendingStep {
  readonly step: ClockStep;
  /** The clock after the next step, if this one only stops a clock that goes. */
  readonly then?: WantedClock;
  readonly ends?: WantedClock['ends'];
}

/** The clock of an account as it holds, and the step that is being made. */
export interface StoredClock {
  /** The step that holds. It is number 0 of an account that has never left real time. */
  readonly held: ClockStep;
  readonly pending?: PendingStep;
  readonly pendingSince?: Date;
  /** The operation that last made a step, or is making one. */
  readonly madeBy?: string;
  readonly advanceId?: string;
}

interface Row {
  readonly account_id: string;
  readonly step: string;
  readonly mode: ClockMode;
  readonly banks: BankMode;
  readonly is_advancing: boolean;
  readonly at: Date;
  readonly made_at: Date;
  readonly number: string | null;
  readonly pending: PendingStep | null;
  readonly pending_since: Date | null;
  readonly made_by: string | null;
  readonly advance_id: string | null;
}

type Database = Pick<DataSource | EntityManager, 'query'>;

export const CLOCK_STEPS_CHANNEL = 'halyard_clock_steps';

export async function findClock(db: Database, accountId: string): Promise<StoredClock | undefined> {
  const [row] = await db.query<Row[]>('SELECT * FROM clocks WHERE account_id = $1', [accountId]);
  return row && clockOf(row);
}

/** Locks the clock of an account until the transaction ends. It makes the row of an account that has none. */
export async function lockClock(tx: EntityManager, accountId: string, now: Date): Promise<StoredClock> {
  const make = 'INSERT INTO clocks (account_id, at, made_at) VALUES ($1, $2, $2) ON CONFLICT DO NOTHING';
  await tx.query(make, [accountId, now]);
  const [row] = await tx.query<Row[]>('SELECT * FROM clocks WHERE account_id = $1 FOR UPDATE', [accountId]);
  if (!row) throw new DomainError('ServerError', { cause: 'a clock was not made' });
  return clockOf(row);
}

/** @param madeBy the operation that makes the step; undefined if none is to find it again */
export async function setPending(
  tx: EntityManager,
  accountId: string,
  pending: PendingStep,
  { since, madeBy }: { readonly since: Date; readonly madeBy: string | undefined },
): Promise<void> {
  await tx.query('UPDATE clocks SET pending = $2, pending_since = $3, made_by = $4 WHERE account_id = $1', [
    accountId,
    JSON.stringify(pending),
    since,
    madeBy ?? null,
  ]);
}

/** Makes a step hold. The caller holds a lock that lets numbers be committed in their order. */
export async function holdStep(tx: EntityManager, { accountId, ...made }: ClockStep): Promise<void> {
  const { step, mode, banks, isAdvancing, at, madeAt } = made;
  await tx.query(
    `UPDATE clocks SET step = $2, mode = $3, banks = $4, is_advancing = $5, at = $6, made_at = $7,
       number = nextval('clock_step_numbers'), pending = NULL, pending_since = NULL
     WHERE account_id = $1`,
    [accountId, step, mode, banks, isAdvancing, at, madeAt],
  );
  await tx.query(`SELECT pg_notify('${CLOCK_STEPS_CHANNEL}', '')`);
}

export async function setAdvance(tx: EntityManager, accountId: string, advanceId: string | null): Promise<void> {
  await tx.query('UPDATE clocks SET advance_id = $2 WHERE account_id = $1', [accountId, advanceId]);
}

/** Accounts without an advance whose step has been pending since then. */
export async function accountsWithPendingStep(db: Database, since: Date): Promise<readonly string[]> {
  const sql = `
    SELECT account_id FROM clocks WHERE pending IS NOT NULL AND pending_since < $1 AND advance_id IS NULL
    ORDER BY pending_since LIMIT 20`;
  return (await db.query<Pick<Row, 'account_id'>[]>(sql, [since])).map(({ account_id: id }) => id);
}

export interface NumberedStep {
  readonly number: number;
  readonly step: ClockStep;
}

/** Steps that hold with higher numbers, in order: for each account its last one. */
export async function stepsAfter(db: Database, number: number, limit: number): Promise<readonly NumberedStep[]> {
  const sql = 'SELECT * FROM clocks WHERE number > $1 ORDER BY number LIMIT $2';
  const rows = await db.query<Row[]>(sql, [number, limit]);
  return rows.map((row) => ({ number: Number(row.number), step: stepOf(row) }));
}

/** Whether steps have ever reached this number. They have not if the database was restored from an older backup. */
export async function hasStepNumber(db: Database, number: number): Promise<boolean> {
  const sql = 'SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS last FROM clock_step_numbers';
  const [row] = await db.query<{ last: string }[]>(sql);
  return number <= Number(row?.last ?? 0);
}

const stepOf = (row: Row): ClockStep => ({
  accountId: row.account_id,
  step: Number(row.step),
  mode: row.mode,
  banks: row.banks,
  isAdvancing: row.is_advancing,
  at: row.at.toISOString(),
  madeAt: row.made_at.toISOString(),
});

const clockOf = (row: Row): StoredClock => ({
  held: stepOf(row),
  ...(row.pending && { pending: row.pending }),
  ...(row.pending_since && { pendingSince: row.pending_since }),
  ...(row.made_by !== null && { madeBy: row.made_by }),
  ...(row.advance_id !== null && { advanceId: row.advance_id }),
});

/** The clock of an account that has never left real time. */
export const realClock = (accountId: string, now: Date): StoredClock => ({
  held: {
    accountId,
    step: 0,
    mode: 'real',
    banks: 'on-request',
    isAdvancing: false,
    at: now.toISOString(),
    madeAt: now.toISOString(),
  },
});
