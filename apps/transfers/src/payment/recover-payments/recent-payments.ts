import { LRUCache } from 'lru-cache';
import type { Payment } from '../payment.model.js';

/** More than are under way at once; what is missing is read from its stream. */
const PAYMENTS_MAX = 2_000;

/**
 * Unfinished payments of recent pages, as they were after a revision of their streams, so that the page with their next
 * events need not read them. A stream never had other events at a revision, so nothing has to be forgotten.
 */
export class RecentPayments {
  private readonly payments = new LRUCache<string, { readonly revision: number; readonly payment: Payment }>({
    max: PAYMENTS_MAX,
  });

  after(paymentId: string, revision: number): Payment | undefined {
    const known = this.payments.get(paymentId);
    return known?.revision === revision ? known.payment : undefined;
  }

  remember(paymentId: string, revision: number, payment: Payment): void {
    this.payments.set(paymentId, { revision, payment });
  }
}
