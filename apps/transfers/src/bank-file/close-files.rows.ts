import type { CalendarDate } from '@halyard/core';
import type { EntityManager } from 'typeorm';
import type { BankFile, Database } from './bank-files.rows.js';
import type { NachaBatch } from './nacha/nacha-file.js';

/** The batches of a file: persons before companies, payments before micro-deposits, earlier settlement first. */
const BATCHES = 'batch DESC, is_micro_deposit, settles_on';

/**
 * Closes the open files of a hand-over: entries of other legs than these are left out, and the others get their lines. A
 * file without entries is none.
 */
export async function closeFiles(tx: EntityManager, batchId: string, legIds: ReadonlySet<string>): Promise<void> {
  const open = `SELECT id FROM bank_files WHERE hand_over_id = $1 AND NOT is_closed`;
  await tx.query(
    `DELETE FROM bank_file_entries
     WHERE file_id IN (${open}) AND leg_id NOT IN (SELECT unnest($2::uuid[]))`,
    [batchId, [...legIds]],
  );
  await tx.query(
    `UPDATE bank_file_entries AS entry SET line = 2 * in_order.batch_number + in_order.row_number
     FROM (
       SELECT file_id, place, dense_rank() OVER batches AS batch_number,
         row_number() OVER (PARTITION BY file_id ORDER BY ${BATCHES}, place) AS row_number
       FROM bank_file_entries WHERE file_id IN (${open})
       WINDOW batches AS (PARTITION BY file_id ORDER BY ${BATCHES})
     ) AS in_order
     WHERE entry.file_id = in_order.file_id AND entry.place = in_order.place`,
    [batchId],
  );
  await tx.query(
    `DELETE FROM bank_files AS file WHERE id IN (${open})
     AND NOT EXISTS (SELECT FROM bank_file_entries WHERE file_id = file.id)`,
    [batchId],
  );
  await tx.query('UPDATE bank_files SET is_closed = true WHERE hand_over_id = $1', [batchId]);
}

/** The legs in the open files of a hand-over. */
export async function openLegsOf(db: Database, batchId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }[]>(
    `SELECT leg_id AS id FROM bank_file_entries JOIN bank_files AS file ON file.id = file_id
     WHERE hand_over_id = $1 AND NOT is_closed`,
    [batchId],
  );
  return rows.map(({ id }) => id);
}

/** @returns the account of a hand-over that has a file */
export async function accountOfHandOver(db: Database, batchId: string): Promise<string | undefined> {
  const sql = 'SELECT account_id AS id FROM bank_files WHERE hand_over_id = $1 LIMIT 1';
  const [row] = await db.query<{ id: string }[]>(sql, [batchId]);
  return row?.id;
}

/** @returns the id of the newest file of a hand-over */
export async function newestFileOf(db: Database, batchId: string): Promise<string | undefined> {
  const sql = 'SELECT id FROM bank_files WHERE hand_over_id = $1 ORDER BY number DESC LIMIT 1';
  const [row] = await db.query<{ id: string }[]>(sql, [batchId]);
  return row?.id;
}

/** A file whose entries are fixed. */
export type ClosedFile = Pick<BankFile, 'id' | 'accountId' | 'number' | 'created' | 'sealed'>;

/** The files of a hand-over that are closed, and that are not listed yet. */
export async function filesToMake(db: Database, batchId: string): Promise<readonly ClosedFile[]> {
  const rows = await db.query<(Omit<ClosedFile, 'number'> & { readonly number: string })[]>(
    `SELECT id, account_id AS "accountId", number, created, sealed FROM bank_files
     WHERE hand_over_id = $1 AND is_closed AND sha256 IS NULL ORDER BY number`,
    [batchId],
  );
  return rows.map((row) => ({ ...row, number: Number(row.number) }));
}

/** A batch of a closed file, without the hash of its entries. */
export interface ClosedBatch {
  readonly sec: NachaBatch['sec'];
  readonly isMicroDeposit: boolean;
  readonly settlesOn: CalendarDate;
  readonly firstLine: number;
  readonly lastLine: number;
  readonly entries: number;
  readonly debitMinor: bigint;
  readonly creditMinor: bigint;
}

/** In their order. */
export async function batchesOf(db: Database, fileId: string): Promise<readonly ClosedBatch[]> {
  type Row = Omit<ClosedBatch, 'debitMinor' | 'creditMinor'> & Readonly<Record<'debitMinor' | 'creditMinor', string>>;
  const isDebit = `right(transaction_code, 1) > '5'`;
  const rows = await db.query<Row[]>(
    `SELECT batch AS sec, is_micro_deposit AS "isMicroDeposit", settles_on::text AS "settlesOn",
       min(line) AS "firstLine", max(line) AS "lastLine", count(*)::integer AS entries,
       coalesce(sum(amount_minor) FILTER (WHERE ${isDebit}), 0) AS "debitMinor",
       coalesce(sum(amount_minor) FILTER (WHERE NOT ${isDebit}), 0) AS "creditMinor"
     FROM bank_file_entries WHERE file_id = $1 GROUP BY batch, is_micro_deposit, settles_on ORDER BY ${BATCHES}`,
    [fileId],
  );
  return rows.map((row) => ({ ...row, debitMinor: BigInt(row.debitMinor), creditMinor: BigInt(row.creditMinor) }));
}

export type MadeTotals = Pick<
  BankFile,
  'effectiveDate' | 'batches' | 'entries' | 'debitsMinor' | 'creditsMinor' | 'entryHash' | 'batchHashes' | 'sha256'
>;

/** Lists a closed file. Its totals never change from then on. */
export async function setTotals(db: Database, fileId: string, made: MadeTotals): Promise<void> {
  await db.query(
    `UPDATE bank_files SET effective_date = $2, batches = $3, entries = $4, debits_minor = $5, credits_minor = $6,
       entry_hash = $7, batch_hashes = $8, sha256 = $9
     WHERE id = $1 AND sha256 IS NULL`,
    [
      fileId,
      made.effectiveDate,
      made.batches,
      made.entries,
      made.debitsMinor,
      made.creditsMinor,
      made.entryHash,
      made.batchHashes,
      made.sha256,
    ],
  );
}
