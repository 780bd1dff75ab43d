import { DeclaredQuery, terms, type ValuesOf } from '@halyard/input';
import { filters, unfit } from '../list-transfers/transfer-filters.js';
import { paymentStatuses } from '../payment-status.js';

/** `customerId`, `fundingSourceId` and `search` match a payment by one of its transfers, the others by the payment. */
export const paymentFilters = new DeclaredQuery(
  { ...filters, status: terms.oneOf(paymentStatuses), customerId: terms.id, fundingSourceId: terms.id },
  unfit,
);

export type PaymentFilters = ValuesOf<typeof paymentFilters>;
