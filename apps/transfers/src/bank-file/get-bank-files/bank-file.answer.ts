import { ref, type ResourceAnswer } from '@halyard/contracts';
import { formatAmount } from '@halyard/core';
import type { Transfer } from '../../transfer/transfer.entity.js';
import type { BankFile, BankFileEntry } from '../bank-files.rows.js';

const money = (minor: bigint) => ({ value: formatAmount(minor), currency: 'USD' }) as const;

export const bankFileAnswer = (file: BankFile): ResourceAnswer<'bank-file'> => ({
  type: 'resource',
  kind: 'bank-file',
  id: file.id,
  attributes: {
    id: file.id,
    direction: file.direction,
    window: file.window,
    created: file.created.toISOString(),
    effectiveDate: file.effectiveDate,
    batches: file.batches,
    entries: file.entries,
    debits: money(file.debitsMinor),
    credits: money(file.creditsMinor),
    entryHash: file.entryHash,
    sha256: file.sha256,
  },
  links: {
    entries: ref('listBankFileEntries', file.id),
    content: ref('getBankFileContent', file.id),
    account: ref('account', file.accountId),
  },
});

/** @param transfer what became of the entry's leg, for an entry to a bank */
export const bankFileEntryAnswer = (
  fileId: string,
  entry: BankFileEntry,
  transfer: Transfer | undefined,
): ResourceAnswer<'bank-file-entry'> => ({
  type: 'resource',
  kind: 'bank-file-entry',
  id: fileId,
  attributes: {
    line: entry.line,
    traceNumber: entry.traceNumber,
    batch: entry.batch,
    transactionCode: entry.transactionCode,
    amount: money(entry.amountMinor),
    status: entry.status ?? statusOf(transfer),
    outcome: entry.outcome ?? undefined,
    reason: entry.reason ?? undefined,
    code: entry.code ?? undefined,
  },
  links: {
    transfer: entry.legId === null || entry.isMicroDeposit ? undefined : ref('transfer', entry.legId),
    'funding-source': entry.fundingSourceId === null ? undefined : ref('funding-source', entry.fundingSourceId),
  },
});

function statusOf(transfer: Transfer | undefined): 'submitted' | 'settled' | 'returned' | 'corrected' {
  if (transfer?.status === 'failed') return 'returned';
  if (transfer?.status !== 'processed') return 'submitted';
  return transfer.corrections === null ? 'settled' : 'corrected';
}
