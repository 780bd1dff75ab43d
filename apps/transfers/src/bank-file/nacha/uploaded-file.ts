import type { CorrectedValues } from '@halyard/contracts/bank-behavior';
import type { CalendarDate, CorrectionCode, ReturnCode } from '@halyard/core';
import type { NachaTotals } from './nacha-file.js';

/** A bank's statement about an entry. A correction of C13 states no values. */
export type BankStatement =
  | { readonly type: 'return'; readonly code: ReturnCode }
  | { readonly type: 'correction'; readonly code: CorrectionCode; readonly corrected: CorrectedValues };

/** An entry of an uploaded file with its addenda, which is on the next line. */
export interface UploadedEntry {
  /** Line of the entry, from 1. */
  readonly line: number;
  readonly batch: 'PPD' | 'CCD' | 'COR';
  readonly transactionCode: string;
  readonly routingNumber: string;
  readonly accountNumber: string;
  readonly amountMinor: bigint;
  readonly traceNumber: string;
  /** The trace number of the entry which is returned or corrected. */
  readonly originalTraceNumber: string;
  readonly states: BankStatement;
}

export interface UploadedFile {
  /** The lines as they were sent, with their ends. */
  readonly lines: readonly string[];
  readonly batches: number;
  readonly totals: NachaTotals;
  /** The earliest of its batches, if any names one. */
  readonly effectiveDate?: CalendarDate;
  readonly entries: readonly UploadedEntry[];
}
