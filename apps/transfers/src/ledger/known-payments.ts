import type { LedgerPayment } from './ledger.fold.js';

/** The payments as earlier pages left them. */
export abstract class KnownPayments {
  /** By payment id; without those that have ended. */
  abstract find(paymentIds: readonly string[]): Promise<Map<string, LedgerPayment>>;
}
