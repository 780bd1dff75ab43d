import type { CalendarDate } from '@halyard/core';

/** The routing number of the originator's bank in the sandbox: destination of files, and ODFI of their entries. */
export const ODFI_ROUTING_NUMBER = '222222226';
/** A routing number without its check digit identifies a bank in entries and traces. */
export const ODFI_IDENTIFICATION = ODFI_ROUTING_NUMBER.slice(0, -1);

/** The most cents of one entry, by the length of its field. */
export const ENTRY_AMOUNT_MINOR_MAX = 9_999_999_999n;
/** The most cents of all debits, and of all credits, of a batch or a file. */
export const TOTAL_MINOR_MAX = 999_999_999_999n;

/** Credits and debits of checking accounts, then of savings accounts. */
export type TransactionCode = '22' | '27' | '32' | '37';

export interface NachaEntry {
  readonly transactionCode: TransactionCode;
  /** Nine digits. */
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly amountMinor: bigint;
  /** May be empty. */
  readonly individualId: string;
  readonly name: string;
  /** The ODFI and seven digits, ascending in a batch. */
  readonly traceNumber: string;
}

export interface NachaBatch {
  /** PPD for entries of persons, CCD for those of companies. */
  readonly sec: 'PPD' | 'CCD';
  readonly companyName: string;
  readonly description: 'PAYMENT' | 'ACCTVERIFY';
  readonly effectiveDate: CalendarDate;
  /** Of its entries as they were when the file was made, so that they hold after numbers were erased. */
  readonly totals: NachaTotals;
  /** At least one. They may come in pages. */
  readonly entries: Iterable<NachaEntry> | AsyncIterable<NachaEntry>;
}

export interface NachaFile {
  /** When the file was made. Its date and time are those of Chicago. */
  readonly created: Date;
  /** One of A-Z and 0-9, which tells the files of a day apart. */
  readonly modifier: string;
  readonly batches: readonly NachaBatch[];
}

/** The totals of a batch or a file, as its control record has them. */
export interface NachaTotals {
  /** Entries with their addenda. */
  readonly records: number;
  readonly debitMinor: bigint;
  readonly creditMinor: bigint;
  /** The sum of the routing numbers without check digits, in its last ten digits. */
  readonly entryHash: bigint;
}

export const noTotals: NachaTotals = { records: 0, debitMinor: 0n, creditMinor: 0n, entryHash: 0n };

const HASH_MODULUS = 10_000_000_000n;

export const sumOf = (some: NachaTotals, more: NachaTotals): NachaTotals => ({
  records: some.records + more.records,
  debitMinor: some.debitMinor + more.debitMinor,
  creditMinor: some.creditMinor + more.creditMinor,
  entryHash: (some.entryHash + more.entryHash) % HASH_MODULUS,
});

/** Codes of debits, and of the returns of debits, end in 6 to 9. */
export const isDebit = (transactionCode: string): boolean => Number(transactionCode.at(-1)) > 5;

type EntryToCount = Pick<NachaEntry, 'routingNumber' | 'amountMinor'> & { readonly transactionCode: string };

const totalsOfEntry = ({ transactionCode, routingNumber, amountMinor }: EntryToCount): NachaTotals => ({
  records: 1,
  debitMinor: isDebit(transactionCode) ? amountMinor : 0n,
  creditMinor: isDebit(transactionCode) ? 0n : amountMinor,
  entryHash: BigInt(routingNumber.slice(0, -1)),
});

export const totalsOf = (entries: readonly EntryToCount[]): NachaTotals =>
  entries.reduce((sum, entry) => sumOf(sum, totalsOfEntry(entry)), noTotals);

/** The hash as an answer has it. */
export const entryHashText = ({ entryHash }: NachaTotals): string => entryHash.toString().padStart(10, '0');
