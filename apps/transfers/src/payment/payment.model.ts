import type { CalendarDate, Fault, MoneyJson, ReturnCode } from '@halyard/core';
import type { LedgerAccount } from './chart-of-accounts.js';
import type { PaymentRequest } from './payment-request.js';
import { eventReader } from '../stored-event.js';

/** One end of a leg: a funding source, and who owns it. */
export interface PaymentSide {
  readonly ownerKind: 'account' | 'customer';
  readonly ownerId: string;
  readonly fundingSourceId: string;
}

/** How banks and clients know a leg. Where its money moves follows from `from` and `to` alone. */
export type LegKind = 'bankDebit' | 'bankCredit' | 'balanceMove' | 'fee' | 'wire' | 'microDeposit';

/** The clearing that the caller asked for a credit. The date is computed when the leg starts. */
export type CreditClearing = 'standard' | 'next-available';

/** How a leg at an ACH bank clears. A debit always clears the standard way, whatever the caller asked. */
export type Clearing = { readonly source: 'standard' } | { readonly destination: CreditClearing };

/** One movement of a payment (reference facts 7.5). */
export interface Leg {
  /** Also the id of the transfer that clients see for this leg. */
  readonly id: string;
  readonly kind: LegKind;
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
  readonly amount: MoneyJson;
  /** Legs that have to be processed before this one moves. */
  readonly dependsOn: readonly string[];
  readonly source: PaymentSide;
  readonly destination: PaymentSide;
  /**
   * When money leaves the balance `from`. Absent: held before the payment is accepted. `atOnce`: debited before that, and
   * processed with it. `onceFunded`: held once the legs that it depends on are processed; its transfer exists only from
   * then on. `regardless`: debited once those legs are processed, even below zero.
   */
  readonly taken?: 'atOnce' | 'onceFunded' | 'regardless';
  /**
   * For a leg at a bank: the balance that is credited when the money does not reach the bank, and debited when the bank
   * takes it back.
   */
  readonly recourse?: PaymentSide;
  /** For a fee whose payer has a balance: the balance that is refunded when the main leg fails after all. */
  readonly refundTo?: PaymentSide;
  readonly clearing?: Clearing;
}

export interface PaymentTerms {
  /** Also the id of the main leg. */
  readonly paymentId: string;
  readonly accountId: string;
  /**
   * A fresh id for each try of the operation. The ids of events, holds and entries derive from it, so that of two
   * concurrent tries one loses its first append and goes on with what the other has stored.
   */
  readonly attemptId: string;
  /** In the order in which they happen. */
  readonly legs: readonly Leg[];
  /** What the sender may send in the week in which the payment begins; absent for a sender without a weekly limit. */
  readonly weeklyLimit?: WeeklyLimit;
  readonly correlationId?: string;
  /** The caller's metadata as JSON, sealed for the customers of the payment (base64): it may hold personal data. */
  readonly sealedMetadata?: string;
  /** Absent in events of earlier versions. */
  readonly request?: PaymentRequest;
  /** Time of the payment's account, read once. Every event that follows from the payment alone carries it. */
  readonly at: string;
}

/** The limit as it stood when the payment began. */
export interface WeeklyLimit {
  readonly customerId: string;
  /** The Monday on which the week begins, UTC. */
  readonly week: CalendarDate;
  readonly limit: MoneyJson;
}

/** `NotEligible`: what was known of the parties forbade the transfer; `faults` says why. */
export type PaymentRefusal =
  | { readonly reason: 'InsufficientFunds' | 'OverWeeklyLimit' }
  | { readonly reason: 'NotEligible'; readonly faults: readonly Fault[] };

export type PaymentEvent =
  | { readonly type: 'PaymentInitiated'; readonly data: PaymentTerms }
  | { readonly type: 'PaymentAccepted'; readonly data: { readonly at: string } }
  /**
   * Also the first event of a payment that is refused before it begins: a process that hung just before beginning it
   * then loses its append.
   */
  | { readonly type: 'PaymentRefused'; readonly data: PaymentRefusedData }
  /** From now on the leg is with its bank and the sender can't cancel it. Appended before the bank is called. */
  | {
      readonly type: 'LegSubmitted';
      readonly data: LegAt & { readonly submissionId: string; readonly because?: StepCause };
    }
  /** A bank has moved the leg's money: a posting between the payment's transit account and bank clearing. */
  | { readonly type: 'LegSettled'; readonly data: LegSettledData }
  /** Every entry that the leg posts has been appended. */
  | { readonly type: 'LegProcessed'; readonly data: LegAt }
  /** The amount of a later leg is held: its transfer exists from now on. */
  | { readonly type: 'LegCreated'; readonly data: LegAt }
  /** A later leg will never be created. */
  | { readonly type: 'LegRefused'; readonly data: LegAt & { readonly reason: LegRefusal } }
  /**
   * A bank returned a leg, or its sender cancelled it. The leg, and the legs that fall with it, are undone from here
   * on.
   */
  | { readonly type: 'LegsStopped'; readonly data: LegsStoppedData }
  /** The leg has been undone: its money is back where it belongs. */
  | { readonly type: 'LegFailed'; readonly data: LegAt & { readonly code: ReturnCode } }
  | { readonly type: 'LegCancelled'; readonly data: LegAt };

interface PaymentRefusedData {
  readonly refusal: PaymentRefusal;
  /** Of a payment that never began. */
  readonly request?: PaymentRequest;
  readonly at: string;
}

interface LegAt {
  readonly legId: string;
  /** Time of the account, ISO 8601. */
  readonly at: string;
}

/**
 * What set off a step of a bank: a request to the sandbox, the name of the bank there, the bank partner, or the sender
 * who cancels. Absent in events of earlier versions, and for a step that follows from the payment alone.
 */
export type StepCause = 'simulation' | 'sentinel' | 'partner' | 'cancel';

/**
 * `Unfunded`: the money that it was to pass on never came. The other reasons are reported to the party that would have
 * received it.
 */
export type LegRefusal = 'InsufficientFunds' | 'ReceiverClosed' | 'Unfunded';

interface LegSettledData extends LegAt {
  /** The ids of this settlement's postings derive from it. */
  readonly settlementId: string;
  readonly because?: StepCause;
  /** `in`: from bank clearing into transit. `out`: from transit to bank clearing. */
  readonly direction: Direction;
  readonly amount: MoneyJson;
  /**
   * Sandbox: the code with which the bank will return the leg later. Fixed now, whatever its funding source is renamed
   * to.
   */
  readonly lateReturn?: ReturnCode;
  /** The money can't be passed on to a bank: its owner is no longer a holder, or the bank was removed. */
  readonly endsHere?: true;
}

export interface LegsStoppedData extends LegAt {
  /** The ids of the entries that undo the legs derive from it. */
  readonly stopId: string;
  readonly because?: StepCause;
  /** Absent when the sender cancelled. */
  readonly code?: ReturnCode;
  /** Present when a bank had already moved the money: the direction and the amount in which it moves back. */
  readonly back?: { readonly direction: Direction; readonly amount: MoneyJson };
  /** The leg itself and the legs that fall with it, each with its final status. */
  readonly legs: readonly StoppedLeg[];
}

export interface StoppedLeg {
  readonly legId: string;
  readonly ends: 'failed' | 'cancelled' | 'refused';
}

export type Direction = 'in' | 'out';

/** The one place where stored events of a payment get their type back. */
export const paymentEventOf = eventReader<PaymentEvent>({
  PaymentInitiated: true,
  PaymentAccepted: true,
  PaymentRefused: true,
  LegSubmitted: true,
  LegSettled: true,
  LegProcessed: true,
  LegCreated: true,
  LegRefused: true,
  LegsStopped: true,
  LegFailed: true,
  LegCancelled: true,
});

/**
 * `planned`: not a transfer yet. `settled`: moved at a bank, its postings are due. `stopped`: being undone. The last
 * four are final, but a bank may still return a leg that is `processed`.
 */
export type LegStatus =
  'planned' | 'pending' | 'settled' | 'stopped' | 'processed' | 'failed' | 'cancelled' | 'refused';

export interface LegState {
  readonly terms: Leg;
  readonly status: LegStatus;
  /** When it stopped waiting for other legs: at acceptance where it depends on none. Absent while it waits. */
  readonly startedAt?: string;
  /** The first hand-over to its bank. Absent in the sandbox, where banks act on request. */
  readonly submission?: { readonly id: string };
  readonly settlement?: Pick<LegSettledData, 'at' | 'lateReturn' | 'endsHere'> & { readonly id: string };
  readonly stop?: Stop;
}

/** Why and how a leg is undone. */
export interface Stop {
  readonly id: string;
  readonly at: string;
  readonly code?: ReturnCode;
  readonly was: LegStatus;
  readonly ends: StoppedLeg['ends'];
  /** This leg itself was stopped, not one that it depends on. */
  readonly isCause: boolean;
}

/** A payment as its stream describes it. Its status is derived: see `statusOf`. */
export interface Payment {
  /** Absent before the payment begins, and for one that was refused before that. */
  readonly terms?: PaymentTerms;
  readonly legs: readonly LegState[];
  readonly refusal?: PaymentRefusal;
}

/** `open`: accepted, and not all of its legs have ended. */
type PaymentStatus = 'none' | 'initiated' | 'refused' | 'open' | 'ended';

const ENDS: ReadonlySet<LegStatus> = new Set<LegStatus>(['processed', 'failed', 'cancelled', 'refused']);

export function statusOf({ legs, refusal }: Payment): PaymentStatus {
  if (refusal) return 'refused';
  if (legs.length === 0) return 'none';
  if (legs.every(({ status }) => status === 'planned')) return 'initiated';
  return legs.every(({ status }) => ENDS.has(status)) ? 'ended' : 'open';
}

export const paymentStream = (paymentId: string): string => `payment-${paymentId}`;

export const paymentOfStream = (stream: string): string => stream.slice('payment-'.length);
