import { usd } from '@halyard/core';
import type { Flow, PaymentTerms } from '../src/payment/payment.model.js';
import { timedId } from './ids.js';

export const at = new Date('2026-01-05T12:00:00.000Z');
export const tenDollars = usd(10_00n);

const owner = (n: number) => ({ ownerKind: 'customer', ownerId: timedId(1, n) }) as const;
let payments = 0;

/** A payment between two funding sources, a new one at each call. */
export function termsOf(flow: Flow, over: Partial<PaymentTerms> = {}): PaymentTerms {
  payments += 1;
  return {
    paymentId: timedId(1_000 + payments, payments),
    accountId: timedId(1, 1),
    flow,
    source: { ...owner(2), fundingSourceId: timedId(2, 1) },
    destination: { ...owner(flow === 'balanceTransfer' ? 3 : 2), fundingSourceId: timedId(2, 2) },
    ...over,
  };
}
