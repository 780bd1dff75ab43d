import type { DataSource, EntityManager } from 'typeorm';
import type { Conduct, Draw } from './bank-behavior.js';

type Database = Pick<DataSource | EntityManager, 'query'>;

/** A new draw, as it is stored. */
export interface NewDraw extends Omit<Draw, 'isLeftOut'> {
  readonly legId: string;
  readonly corrected?: SealedValues;
}

/** The values of a correction, sealed for the owner of the bank. */
export interface SealedValues {
  readonly sealed: Buffer;
  readonly ownerId: string;
}

interface Row {
  readonly leg_id: string;
  readonly name: string;
  readonly rule: string | null;
  readonly conduct: Conduct | null;
  readonly is_left_out: boolean;
}

const FIND = 'SELECT leg_id, name, rule, conduct, is_left_out FROM entry_draws WHERE leg_id = ANY ($1::uuid[])';

export async function findDraws(db: Database, legIds: readonly string[]): Promise<ReadonlyMap<string, Draw>> {
  if (legIds.length === 0) return new Map();
  const rows = await db.query<Row[]>(FIND, [legIds]);
  return new Map(rows.map((row) => [row.leg_id, drawOf(row)]));
}

const ADD = `
  INSERT INTO entry_draws (leg_id, account_id, name, rule, conduct, corrected, corrected_for)
  SELECT leg_id, $1, name, rule, conduct, corrected, corrected_for
  FROM unnest($2::uuid[], $3::text[], $4::text[], $5::jsonb[], $6::bytea[], $7::uuid[])
    AS drawn (leg_id, name, rule, conduct, corrected, corrected_for)`;

export async function addDraws(tx: EntityManager, accountId: string, draws: readonly NewDraw[]): Promise<void> {
  await tx.query(ADD, [
    accountId,
    draws.map(({ legId }) => legId),
    draws.map(({ entry }) => entry),
    draws.map(({ rule }) => rule ?? null),
    draws.map(({ conduct }) => (conduct ? JSON.stringify(conduct) : null)),
    draws.map(({ corrected }) => corrected?.sealed ?? null),
    draws.map(({ corrected }) => corrected?.ownerId ?? null),
  ]);
}

export async function leaveOutDraws(tx: EntityManager, legIds: readonly string[]): Promise<void> {
  if (legIds.length === 0) return;
  await tx.query('UPDATE entry_draws SET is_left_out = true WHERE leg_id = ANY ($1::uuid[])', [legIds]);
}

export async function findCorrected(db: Database, legId: string): Promise<SealedValues | undefined> {
  const sql = `
    SELECT corrected AS sealed, corrected_for AS "ownerId" FROM entry_draws
    WHERE leg_id = $1 AND corrected IS NOT NULL`;
  const [row] = await db.query<SealedValues[]>(sql, [legId]);
  return row;
}

const drawOf = ({ name, rule, conduct, is_left_out: isLeftOut }: Row): Draw => ({
  entry: name,
  ...(rule !== null && { rule }),
  ...(conduct && { conduct }),
  isLeftOut,
});
