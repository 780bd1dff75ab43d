import type { LedgerPayment } from './ledger.fold.js';

export abstract class KnownPayments {
  /** By payment id, as of the previous page; payments that have ended are missing. */
  abstract find(paymentIds: readonly string[]): Promise<Map<string, LedgerPayment>>;
}
