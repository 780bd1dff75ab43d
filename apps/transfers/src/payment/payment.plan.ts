import type { Money } from '@halyard/core';
import { transitOf } from '../ledger/chart-of-accounts.js';
import { entryIdOf, holdIdOf } from './payment-ids.js';
import type { Payment, PaymentTerms } from './payment.model.js';

/** What a payment has to have in a balance's stream, in the words of that balance but for the time. */
export type Entry =
  | { readonly type: 'PlaceHold'; readonly holdId: string; readonly amount: Money; readonly contra: string }
  | { readonly type: 'PostHold' | 'ReleaseHold'; readonly holdId: string }
  | { readonly type: 'PostCredit'; readonly entryId: string; readonly amount: Money; readonly contra: string };

export interface PlannedEntry {
  readonly fundingSourceId: string;
  readonly entry: Entry;
}

/**
 * The next step of a payment: entries that must stand, in any order, and then how the payment goes on. Without `then`
 * the payment waits (for its bank leg), or has ended, once the entries stand.
 */
export interface Plan {
  readonly entries: readonly PlannedEntry[];
  readonly then?: 'AcceptPayment' | 'CompletePayment';
}

/**
 * A payment's way from its state alone, so that whoever takes it up, whenever, does the same. A later step between
 * initiation and the hold (a limit reserved) is one more entry of the first plan.
 *
 * @returns undefined when nothing is due
 */
export function planOf(payment: Payment): Plan | undefined {
  switch (payment.status) {
    case 'initiated':
      return {
        entries: takesFromBalance(payment.terms) ? [placeHold(payment.terms, payment.amount)] : [],
        then: 'AcceptPayment',
      };
    case 'accepted':
      return planAccepted(payment.terms, payment.amount);
    case 'settled':
      return { entries: [postCredit(payment.terms, payment.amount, payment.settlementId)], then: 'CompletePayment' };
    case 'refused':
      // Only another driver that raced with the refusal can have placed it.
      return takesFromBalance(payment.terms) ? { entries: [closeHold('ReleaseHold', payment.terms)] } : undefined;
    case 'none':
    case 'completed':
      return undefined;
  }
}

function planAccepted(terms: PaymentTerms, amount: Money): Plan | undefined {
  switch (terms.flow) {
    case 'deposit':
      return undefined;
    case 'withdrawal':
      return { entries: [closeHold('PostHold', terms)] };
    case 'balanceTransfer':
      return {
        entries: [closeHold('PostHold', terms), postCredit(terms, amount, entryIdOf(terms.paymentId))],
        then: 'CompletePayment',
      };
  }
}

const takesFromBalance = ({ flow }: PaymentTerms): boolean => flow !== 'deposit';

const placeHold = ({ paymentId, source }: PaymentTerms, amount: Money): PlannedEntry => ({
  fundingSourceId: source.fundingSourceId,
  entry: { type: 'PlaceHold', holdId: holdIdOf(paymentId), amount, contra: transitOf(paymentId) },
});

const closeHold = (type: 'PostHold' | 'ReleaseHold', { paymentId, source }: PaymentTerms): PlannedEntry => ({
  fundingSourceId: source.fundingSourceId,
  entry: { type, holdId: holdIdOf(paymentId) },
});

const postCredit = ({ paymentId, destination }: PaymentTerms, amount: Money, entryId: string): PlannedEntry => ({
  fundingSourceId: destination.fundingSourceId,
  entry: { type: 'PostCredit', entryId, amount, contra: transitOf(paymentId) },
});
