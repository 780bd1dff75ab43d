import type { Fault, MoneyJson } from '@halyard/core';
import type { LedgerAccount } from '../ledger/chart-of-accounts.js';

/** One end of a leg: the funding source that was named, and who owns it. */
export interface PaymentSide {
  readonly ownerKind: 'account' | 'customer';
  readonly ownerId: string;
  readonly fundingSourceId: string;
}

/** What a leg is to a bank and to those who see it. What it does with money follows from its accounts alone. */
export type LegKind = 'bankDebit' | 'bankCredit' | 'balanceMove' | 'fee' | 'wire';

/** One movement of a payment (reference facts 7.5). */
export interface Leg {
  /** Also of the transfer that clients see of it. */
  readonly id: string;
  readonly kind: LegKind;
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
  readonly amount: MoneyJson;
  /** Legs that have to be processed before this one moves. */
  readonly dependsOn: readonly string[];
  readonly source: PaymentSide;
  readonly destination: PaymentSide;
}

export interface PaymentTerms {
  readonly paymentId: string;
  readonly accountId: string;
  /**
   * Names this try of the operation, new for each: ids of events, holds and entries are its siblings, so that of two
   * tries one loses its first append, and goes on with what the other has stored.
   */
  readonly attemptId: string;
  readonly legs: readonly Leg[];
  readonly correlationId?: string;
  /** The caller's metadata as JSON, sealed under the account (base64): personal data as far as we know. */
  readonly sealedMetadata?: string;
  /** Time of the payment's account, resolved once: all that follows from the payment alone bears it. */
  readonly at: string;
}

/** `NotEligible`: what was known of the parties forbade it, as the faults say. */
export type Refusal =
  { readonly reason: 'InsufficientFunds' } | { readonly reason: 'NotEligible'; readonly faults: readonly Fault[] };

export type PaymentEvent =
  | { readonly type: 'PaymentInitiated'; readonly data: PaymentTerms }
  | { readonly type: 'PaymentAccepted'; readonly data: { readonly at: string } }
  /** Stands first in the stream of what was refused before it began: whoever hung before beginning it loses to this. */
  | { readonly type: 'PaymentRefused'; readonly data: { readonly refusal: Refusal; readonly at: string } }
  /** A bank has moved the leg's money: a posting between the payment's transit account and bank clearing. */
  | { readonly type: 'LegSettled'; readonly data: LegSettledData }
  /** All that the leg posts stands. */
  | { readonly type: 'LegProcessed'; readonly data: { readonly legId: string; readonly at: string } };

export interface LegSettledData {
  readonly legId: string;
  /** Names what this settlement posts. */
  readonly settlementId: string;
  /** `in`: from bank clearing into transit. `out`: from transit to bank clearing. */
  readonly direction: 'in' | 'out';
  readonly amount: MoneyJson;
  readonly at: string;
}

/** The one place where stored events of a payment get their type back. */
export const paymentEventOf = ({ type, data }: { readonly type: string; readonly data: unknown }): PaymentEvent =>
  ({ type, data }) as PaymentEvent;

/** Where a leg stands. `planned` is not accepted yet; `settled` has moved at a bank and waits for its postings. */
export type LegStatus = 'planned' | 'pending' | 'settled' | 'processed';

type LegEvent = 'PaymentAccepted' | 'LegSettled' | 'LegProcessed';

/** What each event makes of a leg, by where the leg stands; nothing else happens to one. */
export const legTransitions: Readonly<Record<LegEvent, Readonly<Partial<Record<LegStatus, LegStatus>>>>> = {
  PaymentAccepted: { planned: 'pending' },
  LegSettled: { pending: 'settled' },
  LegProcessed: { pending: 'processed', settled: 'processed' },
};

export interface LegState {
  readonly terms: Leg;
  readonly status: LegStatus;
  readonly settlement?: { readonly id: string; readonly at: string };
}

/** What a payment's stream says. Its status is derived: see `statusOf`. */
export interface Payment {
  /** Absent before it began, and where it was refused before that. */
  readonly terms?: PaymentTerms;
  readonly legs: readonly LegState[];
  readonly refusal?: Refusal;
}

/** `open`: accepted, and not all of its legs are processed. */
export type PaymentStatus = 'none' | 'initiated' | 'refused' | 'open' | 'ended';

export function statusOf({ legs, refusal }: Payment): PaymentStatus {
  if (refusal) return 'refused';
  if (legs.length === 0) return 'none';
  if (legs.every(({ status }) => status === 'planned')) return 'initiated';
  return legs.every(({ status }) => status === 'processed') ? 'ended' : 'open';
}

export const paymentStream = (paymentId: string): string => `payment-${paymentId}`;

export const paymentOfStream = (stream: string): string => stream.slice('payment-'.length);

export const initial = (): Payment => ({ legs: [] });

export function evolve(payment: Payment, { type, data }: PaymentEvent): Payment {
  switch (type) {
    case 'PaymentInitiated':
      return { terms: data, legs: data.legs.map((terms) => ({ terms, status: 'planned' })) };
    case 'PaymentRefused':
      return { ...payment, refusal: data.refusal };
    case 'PaymentAccepted':
      return { ...payment, legs: payment.legs.map((leg) => moved(leg, type)) };
    case 'LegSettled': {
      const settlement = { id: data.settlementId, at: data.at };
      return withLeg(payment, data.legId, (leg) => ({ ...moved(leg, type), settlement }));
    }
    case 'LegProcessed':
      return withLeg(payment, data.legId, (leg) => moved(leg, type));
  }
}

const moved = (leg: LegState, event: LegEvent): LegState => ({
  ...leg,
  status: legTransitions[event][leg.status] ?? leg.status,
});

const withLeg = (payment: Payment, legId: string, change: (leg: LegState) => LegState): Payment => ({
  ...payment,
  legs: payment.legs.map((leg) => (leg.terms.id === legId ? change(leg) : leg)),
});
