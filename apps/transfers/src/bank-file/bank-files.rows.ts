import type { FileWindow, RefusedReturnCode } from '@halyard/contracts/bank-files';
import type { CalendarDate } from '@halyard/core';
import type { DataSource, EntityManager } from 'typeorm';
import type { NachaBatch } from './nacha/nacha-file.js';

export type Database = Pick<DataSource | EntityManager, 'query'>;

/** A file that is listed. */
export interface BankFile {
  readonly id: string;
  readonly accountId: string;
  /** From 1 among the files of the account. */
  readonly number: number;
  readonly direction: 'out' | 'in';
  readonly window: FileWindow;
  readonly created: Date;
  readonly effectiveDate: CalendarDate;
  readonly batches: number;
  readonly entries: number;
  readonly debitsMinor: bigint;
  readonly creditsMinor: bigint;
  /** Ten digits. */
  readonly entryHash: string;
  /** The settlement days of the batches, for a file to the banks. */
  readonly batchHashes: readonly string[];
  /** Hex digits. */
  readonly sha256: string;
  /** Of a file to the banks, the name of the account. Of a file from them, the lines that are in no entry. */
  readonly sealed: Buffer;
}

/** An entry of a file to the banks (`out`), or from them. */
export interface BankFileEntry {
  /** Order of the entries of a file to the banks, by trace number. */
  readonly place: number;
  readonly line: number;
  readonly traceNumber: string;
  readonly batch: NachaBatch['sec'] | 'COR';
  readonly transactionCode: string;
  readonly amountMinor: bigint;
  readonly legId: string | null;
  readonly isMicroDeposit: boolean;
  readonly fundingSourceId: string | null;
  readonly bankVersion: number | null;
  /** Of an entry from a bank. */
  readonly status: 'returned' | 'corrected' | null;
  readonly outcome: 'applied' | 'refused' | null;
  readonly reason: RefusedReturnCode | null;
  readonly code: string | null;
  /** The subject for whom `sealed` is sealed. */
  readonly ownerId: string;
  readonly sealed: Buffer | null;
  readonly sealedForAccount: Buffer;
}

const FILE_COLUMNS = `
  id, account_id AS "accountId", number, direction, file_window AS "window", created,
  effective_date::text AS "effectiveDate", batches, entries, debits_minor AS "debitsMinor",
  credits_minor AS "creditsMinor", entry_hash AS "entryHash", batch_hashes AS "batchHashes", sha256, sealed`;

type Numbers = 'number' | 'debitsMinor' | 'creditsMinor';
type FileRow = Omit<BankFile, Numbers> & Readonly<Record<Numbers, string>>;

const fileOf = (row: FileRow): BankFile => ({
  ...row,
  number: Number(row.number),
  debitsMinor: BigInt(row.debitsMinor),
  creditsMinor: BigInt(row.creditsMinor),
});

/** @returns a file of any account, once it was made */
export async function findFile(db: Database, id: string): Promise<BankFile | undefined> {
  const sql = `SELECT ${FILE_COLUMNS} FROM bank_files WHERE id = $1 AND sha256 IS NOT NULL`;
  const [row] = await db.query<FileRow[]>(sql, [id]);
  return row && fileOf(row);
}

export interface FileFilters {
  readonly direction?: BankFile['direction'] | undefined;
  /** The first and the last moment of `created`. */
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface FilePage {
  readonly limit: number;
  readonly offset: number;
}

const MATCHING = `
  account_id = $1 AND sha256 IS NOT NULL AND ($2::text IS NULL OR direction = $2)
  AND ($3::timestamptz IS NULL OR created >= $3) AND ($4::timestamptz IS NULL OR created < $4)`;

/** The newest first. */
export async function filesOf(
  db: Database,
  accountId: string,
  { direction = null, from = null, to = null }: { [Name in keyof FileFilters]: FileFilters[Name] | null },
  { limit, offset }: FilePage,
): Promise<{ readonly total: number; readonly files: readonly BankFile[] }> {
  const given = [accountId, direction, from, to];
  const [counted] = await db.query<{ total: string }[]>(
    `SELECT count(*) AS total FROM bank_files WHERE ${MATCHING}`,
    given,
  );
  const rows = await db.query<FileRow[]>(
    `SELECT ${FILE_COLUMNS} FROM bank_files WHERE ${MATCHING} ORDER BY created DESC, number DESC LIMIT $5 OFFSET $6`,
    [...given, limit, offset],
  );
  return { total: Number(counted?.total ?? 0), files: rows.map(fileOf) };
}

type EntryRow = Omit<BankFileEntry, 'amountMinor'> & { readonly amountMinor: string };

const ENTRY_COLUMNS = `
  place, line, trace_number AS "traceNumber", batch, transaction_code AS "transactionCode",
  amount_minor AS "amountMinor", leg_id AS "legId", is_micro_deposit AS "isMicroDeposit",
  funding_source_id AS "fundingSourceId", bank_version AS "bankVersion", status, outcome, reason, code,
  owner_id AS "ownerId", sealed, sealed_for_account AS "sealedForAccount"`;

const entryOf = (row: EntryRow): BankFileEntry => ({ ...row, amountMinor: BigInt(row.amountMinor) });

/** In the order of their lines. */
export async function entriesOf(db: Database, fileId: string, { limit, offset }: FilePage): Promise<BankFileEntry[]> {
  const rows = await db.query<EntryRow[]>(
    `SELECT ${ENTRY_COLUMNS} FROM bank_file_entries WHERE file_id = $1 ORDER BY line LIMIT $2 OFFSET $3`,
    [fileId, limit, offset],
  );
  return rows.map(entryOf);
}

/** The entries between two lines, in their order: at most `limit` after line `after`, up to line `last`. */
export async function entriesAfter(
  db: Database,
  fileId: string,
  { after, last, limit }: { readonly after: number; readonly last: number; readonly limit: number },
): Promise<BankFileEntry[]> {
  const rows = await db.query<EntryRow[]>(
    `SELECT ${ENTRY_COLUMNS} FROM bank_file_entries
     WHERE file_id = $1 AND line > $2 AND line <= $3 ORDER BY line LIMIT $4`,
    [fileId, after, last, limit],
  );
  return rows.map(entryOf);
}

/** The entry that went out under a trace number of the account. */
export interface SentEntry {
  readonly fileId: string;
  readonly traceNumber: string;
  readonly batch: NachaBatch['sec'];
  readonly transactionCode: string;
  readonly amountMinor: bigint;
  readonly legId: string;
  readonly isMicroDeposit: boolean;
  readonly fundingSourceId: string;
  readonly bankVersion: number;
  readonly ownerId: string;
}

/** @returns by trace number, those entries that are in files which were made */
export async function entriesByTrace(
  db: Database,
  accountId: string,
  traceNumbers: readonly string[],
): Promise<ReadonlyMap<string, SentEntry>> {
  type Row = Omit<SentEntry, 'amountMinor'> & { readonly amountMinor: string };
  const rows = await db.query<Row[]>(
    `SELECT entry.file_id AS "fileId", entry.trace_number AS "traceNumber", entry.batch,
       entry.transaction_code AS "transactionCode", entry.amount_minor AS "amountMinor", entry.leg_id AS "legId",
       entry.is_micro_deposit AS "isMicroDeposit", entry.funding_source_id AS "fundingSourceId",
       entry.bank_version AS "bankVersion", entry.owner_id AS "ownerId"
     FROM bank_file_entries AS entry JOIN bank_files AS file ON file.id = entry.file_id
     WHERE entry.account_id = $1 AND entry.trace_number = ANY($2::text[]) AND entry.outcome IS NULL
       AND file.sha256 IS NOT NULL`,
    [accountId, traceNumbers],
  );
  return new Map(rows.map((row) => [row.traceNumber, { ...row, amountMinor: BigInt(row.amountMinor) }]));
}

/** Forgets what entries tell of an erased person. */
export async function forgetHolder(tx: EntityManager, ownerId: string): Promise<void> {
  await tx.query('UPDATE bank_file_entries SET sealed = NULL WHERE owner_id = $1 AND sealed IS NOT NULL', [ownerId]);
}

/** Bytes as Postgres reads them from JSON. */
export const bytesInJson = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

/** @param rows by the names of columns */
export async function insertEntries(tx: EntityManager, rows: readonly object[]): Promise<void> {
  await tx.query('INSERT INTO bank_file_entries SELECT * FROM json_populate_recordset(NULL::bank_file_entries, $1)', [
    JSON.stringify(rows),
  ]);
}
