import { type CalendarDate, centralTime, deriveId } from '@halyard/core';
import type { EntityManager } from 'typeorm';
import { bytesInJson, type Database, insertEntries } from './bank-files.rows.js';
import type { HandedOver, NewEntry } from './entry-facts.js';
import type { FileLeg, HandOverFile } from './file-leg.js';
import { type NachaBatch, ODFI_IDENTIFICATION, TOTAL_MINOR_MAX } from './nacha/nacha-file.js';

/** Seven digits of a trace number count the entries of an account. Later entries are in no file. */
export const TRACE_MAX = 9_999_999;
/** The most entries of a file: its batches count theirs in six digits. */
const ENTRIES_MAX = 999_999;

/** The legs that have entries already. */
export async function legsInFiles(
  db: Database,
  accountId: string,
  legs: readonly Pick<FileLeg, 'legId'>[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ leg_id: string }[]>(
    `SELECT leg_id FROM bank_file_entries WHERE account_id = $1 AND leg_id = ANY($2::uuid[]) AND outcome IS NULL`,
    [accountId, legs.map(({ legId }) => legId)],
  );
  return new Set(rows.map(({ leg_id: id }) => id));
}

interface Counter {
  readonly lastFile: number;
  readonly lastTrace: number;
}

/** Makes everybody wait who adds to the files of the account, or closes them. */
export async function lockCounter(tx: EntityManager, accountId: string): Promise<Counter> {
  const [row] = await tx.query<[{ last_file: string; last_trace: number }]>(
    `INSERT INTO bank_file_counters AS counter (account_id) VALUES ($1)
     ON CONFLICT (account_id) DO UPDATE SET last_trace = counter.last_trace
     RETURNING last_file, last_trace`,
    [accountId],
  );
  return { lastFile: Number(row.last_file), lastTrace: row.last_trace };
}

/** The number that the account's next file gets. */
export async function nextFileNumber(tx: EntityManager, accountId: string): Promise<number> {
  const { lastFile } = await lockCounter(tx, accountId);
  await setCounter(tx, accountId, { lastFile: lastFile + 1 });
  return lastFile + 1;
}

const setCounter = async (tx: EntityManager, accountId: string, counter: Partial<Counter>): Promise<void> => {
  const { lastFile = null, lastTrace = null } = counter;
  await tx.query(
    `UPDATE bank_file_counters
     SET last_file = coalesce($2, last_file), last_trace = coalesce($3, last_trace) WHERE account_id = $1`,
    [accountId, lastFile, lastTrace],
  );
};

/** A file to which entries can be added. Its sums are those of its entries so far. */
interface OpenFile {
  readonly id: string;
  readonly number: number;
  readonly entries: number;
  readonly debitsMinor: bigint;
  readonly creditsMinor: bigint;
}

/**
 * Adds the entries to the open file of their hand-over, or to a new one. A further file begins where an entry would not
 * fit the totals of the file before it.
 */
export async function addEntries(tx: EntityManager, handOver: HandOverFile, given: HandedOver): Promise<void> {
  const { accountId, batchId } = handOver;
  let { lastFile, lastTrace } = await lockCounter(tx, accountId);
  const known = await legsInFiles(tx, accountId, given.entries.map(legOf));
  const news = given.entries.filter(({ leg }) => !known.has(leg.legId)).slice(0, TRACE_MAX - lastTrace);
  let open = await openFileOf(tx, batchId);
  const changed = new Map<string, OpenFile>();
  const days = new Map<number, CalendarDate>();
  const rows = news.map((entry) => {
    if (!open || !fits(open, entry)) {
      lastFile += 1;
      open = { ...noEntries, id: deriveId(batchId, String(lastFile)), number: lastFile };
    }
    open = withEntry(open, entry);
    changed.set(open.id, open);
    lastTrace += 1;
    const settlesOn = dayOf(entry.leg.settlesOn, days);
    return rowOf(entry, { accountId, fileId: open.id, place: open.entries, trace: lastTrace, settlesOn });
  });
  for (const file of changed.values()) await putFile(tx, handOver, file, given.sealedCompany);
  await insertEntries(tx, rows);
  await setCounter(tx, accountId, { lastFile, lastTrace });
}

/** The day in Chicago. Most entries of a hand-over settle in the same few moments, and the time zone is slow. */
function dayOf(at: Date, known: Map<number, CalendarDate>): CalendarDate {
  const day = known.get(at.getTime()) ?? centralTime(at).date;
  known.set(at.getTime(), day);
  return day;
}

const noEntries = { entries: 0, debitsMinor: 0n, creditsMinor: 0n };

const legOf = ({ leg }: NewEntry): FileLeg => leg;

function fits({ entries, debitsMinor, creditsMinor }: OpenFile, { leg }: NewEntry): boolean {
  const sum = leg.direction === 'debit' ? debitsMinor : creditsMinor;
  return entries < ENTRIES_MAX && sum + leg.amountMinor <= TOTAL_MINOR_MAX;
}

function withEntry(file: OpenFile, { leg: { direction, amountMinor } }: NewEntry): OpenFile {
  const sum = direction === 'debit' ? 'debitsMinor' : 'creditsMinor';
  return { ...file, entries: file.entries + 1, [sum]: file[sum] + amountMinor };
}

async function openFileOf(tx: EntityManager, batchId: string): Promise<OpenFile | undefined> {
  type Row = Readonly<Record<'id' | 'number' | 'debits' | 'credits', string>> & { readonly entries: number };
  const [row] = await tx.query<Row[]>(
    `SELECT id, number, entries, debits_minor AS debits, credits_minor AS credits
     FROM bank_files WHERE hand_over_id = $1 AND NOT is_closed ORDER BY number DESC LIMIT 1`,
    [batchId],
  );
  if (!row) return undefined;
  const { id, number, entries, debits, credits } = row;
  return { id, number: Number(number), entries, debitsMinor: BigInt(debits), creditsMinor: BigInt(credits) };
}

async function putFile(
  tx: EntityManager,
  { accountId, batchId, window, created }: HandOverFile,
  { id, number, entries, debitsMinor, creditsMinor }: OpenFile,
  sealedCompany: Buffer,
): Promise<void> {
  await tx.query(
    `INSERT INTO bank_files
       (id, account_id, number, hand_over_id, direction, file_window, created, entries, debits_minor, credits_minor, sealed)
     VALUES ($1, $2, $3, $4, 'out', $5, $6, $7, $8, $9, $10)
     ON CONFLICT (id) DO UPDATE SET entries = excluded.entries, debits_minor = excluded.debits_minor,
       credits_minor = excluded.credits_minor`,
    [id, accountId, number, batchId, window, created, entries, debitsMinor, creditsMinor, sealedCompany],
  );
}

function rowOf(
  { leg, transactionCode, bankVersion, sealed, sealedForAccount }: NewEntry,
  {
    accountId,
    fileId,
    place,
    trace,
    settlesOn,
  }: Readonly<Record<'accountId' | 'fileId' | 'settlesOn', string> & Record<'place' | 'trace', number>>,
) {
  const batch: NachaBatch['sec'] = leg.isPerson ? 'PPD' : 'CCD';
  return {
    file_id: fileId,
    place,
    account_id: accountId,
    trace_number: `${ODFI_IDENTIFICATION}${String(trace).padStart(7, '0')}`,
    batch,
    transaction_code: transactionCode,
    amount_minor: String(leg.amountMinor),
    settles_on: settlesOn,
    leg_id: leg.legId,
    is_micro_deposit: leg.isMicroDeposit,
    funding_source_id: leg.fundingSourceId,
    bank_version: bankVersion,
    owner_id: leg.ownerId,
    sealed: sealed && bytesInJson(sealed),
    sealed_for_account: bytesInJson(sealedForAccount),
  };
}
