import type { LedgerPayment } from './ledger.fold.js';

export abstract class KnownPayments {
  /** Finds payments by their ids, as of the previous page. Payments that have ended are missing. */
  abstract find(paymentIds: readonly string[]): Promise<Map<string, LedgerPayment>>;
}
