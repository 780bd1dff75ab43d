import type { EntityManager } from 'typeorm';
import { type BankFile, type BankFileEntry, bytesInJson, insertEntries } from './bank-files.rows.js';
import { nextFileNumber } from './outgoing-files.rows.js';

/** A file from the banks whose content is sealed (`SealedEntries.sealLines`). */
export type IncomingFile = Omit<BankFile, 'number' | 'direction' | 'window' | 'batchHashes'>;

/**
 * An entry with its lines: `sealed` for the owner of the bank, and `sealedForAccount` as they read once that owner was
 * erased. An entry that fits no bank has its lines in `sealedForAccount` alone.
 */
export type IncomingEntry = Omit<BankFileEntry, 'place' | 'bankVersion'>;

/** Stores a file from the banks, unless it is stored already. */
export async function insertIncoming(
  tx: EntityManager,
  file: IncomingFile,
  entries: readonly IncomingEntry[],
): Promise<void> {
  const number = await nextFileNumber(tx, file.accountId);
  const [inserted] = await tx.query<unknown[]>(
    `INSERT INTO bank_files
       (id, account_id, number, direction, file_window, created, effective_date, batches, entries, debits_minor,
        credits_minor, entry_hash, sha256, is_closed, sealed)
     VALUES ($1, $2, $3, 'in', 'upload', $4, $5, $6, $7, $8, $9, $10, $11, true, $12)
     ON CONFLICT (id) DO NOTHING RETURNING id`,
    [
      file.id,
      file.accountId,
      number,
      file.created,
      file.effectiveDate,
      file.batches,
      file.entries,
      file.debitsMinor,
      file.creditsMinor,
      file.entryHash,
      file.sha256,
      file.sealed,
    ],
  );
  if (!inserted || entries.length === 0) return;
  await insertEntries(
    tx,
    entries.map((entry, index) => ({
      file_id: file.id,
      place: index + 1,
      account_id: file.accountId,
      line: entry.line,
      trace_number: entry.traceNumber,
      batch: entry.batch,
      transaction_code: entry.transactionCode,
      amount_minor: String(entry.amountMinor),
      leg_id: entry.legId,
      is_micro_deposit: entry.isMicroDeposit,
      funding_source_id: entry.fundingSourceId,
      status: entry.status,
      outcome: entry.outcome,
      reason: entry.reason,
      code: entry.code,
      owner_id: entry.ownerId,
      sealed: entry.sealed && bytesInJson(entry.sealed),
      sealed_for_account: bytesInJson(entry.sealedForAccount),
    })),
  );
}
