import type { LedgerPayment } from './ledger.fold.js';

/** What the pages before a page have left of payments. */
export abstract class KnownPayments {
  /** Payment -> what the ledger keeps of it; none for one that has ended. */
  abstract find(paymentIds: readonly string[]): Promise<Map<string, LedgerPayment>>;
}
