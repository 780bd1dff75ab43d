import type { MoneyJson } from '@halyard/core';
import { balanceOfAccount, type LedgerAccount, transitOf } from '../ledger/chart-of-accounts.js';
import { type AcceptPayment, directionOf, isReady, type ProcessLeg, type RefusePayment } from './payment.decider.js';
import { entryIdOf, holdIdOf } from './payment-ids.js';
import { type LegState, type Payment, type PaymentTerms, statusOf } from './payment.model.js';

/** What a payment has to have in a balance's stream, in the words of that balance. */
export type Entry =
  | {
      readonly type: 'PlaceHold';
      readonly holdId: string;
      readonly amount: MoneyJson;
      readonly contra: LedgerAccount;
      readonly at: string;
    }
  | { readonly type: 'PostHold' | 'ReleaseHold'; readonly holdId: string; readonly at: string }
  | {
      readonly type: 'PostCredit';
      readonly entryId: string;
      readonly amount: MoneyJson;
      readonly contra: LedgerAccount;
      readonly at: string;
    };

export interface PlannedEntry {
  readonly fundingSourceId: string;
  readonly entry: Entry;
}

/**
 * The next step of a payment: entries that must stand, and then how the payment goes on. Without `then` the payment waits
 * (for a bank), or has ended, once the entries stand.
 */
export interface Plan {
  readonly entries: readonly PlannedEntry[];
  readonly then: readonly (AcceptPayment | ProcessLeg)[];
  /** How it goes on instead where a balance lacks the funds for an entry. */
  readonly otherwise?: readonly RefusePayment[];
}

const NOTHING: Plan = { entries: [], then: [] };
const NO_FUNDS = { reason: 'InsufficientFunds' } as const;

/**
 * A payment's way from the states of its legs alone, so that whoever takes it up, whenever, does the same. A later step
 * between initiation and the hold (a limit reserved) is one more entry of the first plan.
 */
export function planOf(payment: Payment): Plan {
  const { terms, legs } = payment;
  const status = statusOf(payment);
  if (!terms || status === 'ended' || status === 'none') return NOTHING;
  if (status === 'initiated') {
    const entries = legs.flatMap((leg, place) => (isFirst(leg) ? placeHold(terms, leg, place) : []));
    const refuse = { type: 'RefusePayment', refusal: NO_FUNDS, at: terms.at } as const;
    return { entries, then: [{ type: 'AcceptPayment' }], otherwise: [refuse] };
  }
  if (status === 'refused') {
    // Only another driver that raced with the refusal can have placed them.
    return { entries: legs.flatMap((leg, place) => closeHold('ReleaseHold', terms, leg, place)), then: [] };
  }
  const plans = legs.map((leg, place) => planOfLeg(payment, terms, leg, place));
  return { entries: plans.flatMap(({ entries }) => entries), then: plans.flatMap(({ then }) => then) };
}

const isFirst = ({ terms }: LegState): boolean => terms.dependsOn.length === 0;

function planOfLeg(payment: Payment, terms: PaymentTerms, leg: LegState, place: number): Plan {
  if (isReady(payment, leg)) {
    const then = [{ type: 'ProcessLeg', legId: leg.terms.id }] as const;
    return { entries: [...closeHold('PostHold', terms, leg, place), ...postCredit(terms, leg, place)], then };
  }
  // What goes out has left its balance while the bank is waited for.
  const isUnderWay = leg.status === 'pending' && directionOf(leg) === 'out' && isFirst(leg);
  return isUnderWay ? { entries: closeHold('PostHold', terms, leg, place), then: [] } : NOTHING;
}

function placeHold({ paymentId, attemptId, at }: PaymentTerms, { terms }: LegState, place: number): PlannedEntry[] {
  const fundingSourceId = balanceOfAccount(terms.from);
  if (fundingSourceId === undefined) return [];
  const holdId = holdIdOf(attemptId, place);
  const { amount } = terms;
  return [{ fundingSourceId, entry: { type: 'PlaceHold', holdId, amount, contra: transitOf(paymentId), at } }];
}

function closeHold(
  type: 'PostHold' | 'ReleaseHold',
  { attemptId, at }: PaymentTerms,
  { terms }: LegState,
  place: number,
): PlannedEntry[] {
  const fundingSourceId = balanceOfAccount(terms.from);
  return fundingSourceId === undefined
    ? []
    : [{ fundingSourceId, entry: { type, holdId: holdIdOf(attemptId, place), at } }];
}

function postCredit({ paymentId, attemptId, at }: PaymentTerms, leg: LegState, place: number): PlannedEntry[] {
  const fundingSourceId = balanceOfAccount(leg.terms.to);
  if (fundingSourceId === undefined) return [];
  const entryId = entryIdOf(leg.settlement?.id ?? attemptId, place);
  const { amount } = leg.terms;
  const postedAt = leg.settlement?.at ?? at;
  return [
    { fundingSourceId, entry: { type: 'PostCredit', entryId, amount, contra: transitOf(paymentId), at: postedAt } },
  ];
}
