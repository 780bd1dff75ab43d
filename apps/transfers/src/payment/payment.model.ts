import type { CalendarDate, Fault, MoneyJson, ReturnCode } from '@halyard/core';
import type { LedgerAccount } from './chart-of-accounts.js';

/** One end of a leg: a funding source, and who owns it. */
export interface PaymentSide {
  readonly ownerKind: 'account' | 'customer';
  readonly ownerId: string;
  readonly fundingSourceId: string;
}

/** What a leg is to a bank and to those who see it. What it does with money follows from its accounts alone. */
export type LegKind = 'bankDebit' | 'bankCredit' | 'balanceMove' | 'fee' | 'wire' | 'microDeposit';

/** What is asked of a credit: when it clears follows once it starts. */
export type CreditClearing = 'standard' | 'next-available';

/** How a leg is to clear that touches an ACH bank: a debit takes the standard way, whatever is asked. */
export type Clearing = { readonly source: 'standard' } | { readonly destination: CreditClearing };

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
  /**
   * When money leaves the balance `from`. Without it: held before the payment is accepted. `onceFunded`: held when the
   * legs before are processed, and only then is there such a transfer. `regardless`: taken once those are, even below zero.
   */
  readonly taken?: 'onceFunded' | 'regardless';
  /** Of a leg that touches a bank: the balance that gets what does not reach the bank, and pays what it takes back. */
  readonly recourse?: PaymentSide;
  /** Of a fee whose payer has a balance: where it flows back to when the main leg fails after all. */
  readonly refundTo?: PaymentSide;
  readonly clearing?: Clearing;
}

export interface PaymentTerms {
  /** Also of the main leg. */
  readonly paymentId: string;
  readonly accountId: string;
  /**
   * Names this try of the operation, new for each: ids of events, holds and entries are its siblings, so that of two
   * tries one loses its first append, and goes on with what the other has stored.
   */
  readonly attemptId: string;
  /** In the order in which they happen. */
  readonly legs: readonly Leg[];
  /** What its sender may send in the week that it begins in; absent for a sender without such a limit. */
  readonly weeklyLimit?: WeeklyLimit;
  readonly correlationId?: string;
  /** The caller's metadata as JSON, sealed for the customers that it names (base64): personal data as far as we know. */
  readonly sealedMetadata?: string;
  /** Time of the payment's account, resolved once: all that follows from the payment alone bears it. */
  readonly at: string;
}

/** As it was set when the payment began. */
export interface WeeklyLimit {
  readonly customerId: string;
  /** The Monday that it begins with, UTC. */
  readonly week: CalendarDate;
  readonly limit: MoneyJson;
}

/** `NotEligible`: what was known of the parties forbade it, as the faults say. */
export type Refusal =
  | { readonly reason: 'InsufficientFunds' | 'OverWeeklyLimit' }
  | { readonly reason: 'NotEligible'; readonly faults: readonly Fault[] };

export type PaymentEvent =
  | { readonly type: 'PaymentInitiated'; readonly data: PaymentTerms }
  | { readonly type: 'PaymentAccepted'; readonly data: { readonly at: string } }
  /** Stands first in the stream of what was refused before it began: whoever hung before beginning it loses to this. */
  | { readonly type: 'PaymentRefused'; readonly data: { readonly refusal: Refusal; readonly at: string } }
  /** From now on the leg is its bank's, and its sender can't take it back. Said before the bank hears of it. */
  | { readonly type: 'LegSubmitted'; readonly data: LegAt & { readonly submissionId: string } }
  /** A bank has moved the leg's money: a posting between the payment's transit account and bank clearing. */
  | { readonly type: 'LegSettled'; readonly data: LegSettledData }
  /** All that the leg posts stands. */
  | { readonly type: 'LegProcessed'; readonly data: LegAt }
  /** What a later leg takes is held: from now on there is such a transfer. */
  | { readonly type: 'LegCreated'; readonly data: LegAt }
  /** A later leg will never be. */
  | { readonly type: 'LegRefused'; readonly data: LegAt & { readonly reason: LegRefusal } }
  /** A bank returned a leg, or its sender took it back: it, and what falls with it, is undone from here on. */
  | { readonly type: 'LegsStopped'; readonly data: LegsStoppedData }
  /** What the leg had moved is where it belongs. */
  | { readonly type: 'LegFailed'; readonly data: LegAt & { readonly code: ReturnCode } }
  | { readonly type: 'LegCancelled'; readonly data: LegAt };

interface LegAt {
  readonly legId: string;
  /** Time of the account, ISO 8601. */
  readonly at: string;
}

/** `Unfunded`: what it was to pass on never came. The others are told to whoever would have got it. */
export type LegRefusal = 'InsufficientFunds' | 'ReceiverClosed' | 'Unfunded';

export interface LegSettledData extends LegAt {
  /** Names what this settlement posts. */
  readonly settlementId: string;
  /** `in`: from bank clearing into transit. `out`: from transit to bank clearing. */
  readonly direction: Direction;
  readonly amount: MoneyJson;
  /** The bank will return it after all, for this: fixed now, whatever the source is named later. */
  readonly lateReturn?: ReturnCode;
  /** What comes in can't go on to a bank: its owner is no holder any more, or the bank was removed. */
  readonly endsHere?: true;
}

export interface LegsStoppedData extends LegAt {
  /** Names what is posted to undo the legs. */
  readonly stopId: string;
  /** Absent where the sender took it back. */
  readonly code?: ReturnCode;
  /** Where a bank had moved the leg's money: how it moves it back, and how much. */
  readonly back?: { readonly direction: Direction; readonly amount: MoneyJson };
  /** The leg itself, and what falls with it, by what becomes of each. */
  readonly legs: readonly StoppedLeg[];
}

export interface StoppedLeg {
  readonly legId: string;
  readonly ends: 'failed' | 'cancelled' | 'refused';
}

export type Direction = 'in' | 'out';

/** The one place where stored events of a payment get their type back. */
export const paymentEventOf = ({ type, data }: { readonly type: string; readonly data: unknown }): PaymentEvent =>
  ({ type, data }) as PaymentEvent;

/**
 * Where a leg stands. `planned` is no transfer yet; `settled` has moved at a bank and waits for its postings; `stopped`
 * waits for what undoes it. The last four are ends, of which a bank may still change `processed`.
 */
export type LegStatus =
  'planned' | 'pending' | 'settled' | 'stopped' | 'processed' | 'failed' | 'cancelled' | 'refused';

export interface LegState {
  readonly terms: Leg;
  readonly status: LegStatus;
  /** Nothing before it is waited for since then. */
  readonly startedAt?: string;
  /** The try of handing it to its bank that was the first; none in the sandbox, where banks act when they are told. */
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
  /** This very leg was stopped, not one before it. */
  readonly isCause: boolean;
}

/** What a payment's stream says. Its status is derived: see `statusOf`. */
export interface Payment {
  /** Absent before it began, and where it was refused before that. */
  readonly terms?: PaymentTerms;
  readonly legs: readonly LegState[];
  readonly refusal?: Refusal;
}

/** `open`: accepted, and not all of its legs have ended. */
export type PaymentStatus = 'none' | 'initiated' | 'refused' | 'open' | 'ended';

const ENDS: ReadonlySet<LegStatus> = new Set<LegStatus>(['processed', 'failed', 'cancelled', 'refused']);

export function statusOf({ legs, refusal }: Payment): PaymentStatus {
  if (refusal) return 'refused';
  if (legs.length === 0) return 'none';
  if (legs.every(({ status }) => status === 'planned')) return 'initiated';
  return legs.every(({ status }) => ENDS.has(status)) ? 'ended' : 'open';
}

export const paymentStream = (paymentId: string): string => `payment-${paymentId}`;

export const paymentOfStream = (stream: string): string => stream.slice('payment-'.length);
