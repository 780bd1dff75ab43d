import type { BankAccountType } from '@halyard/contracts/funding-sources';
import type { CalendarDate, CorrectionCode, Fault, MoneyJson, ReturnCode, SimulatedReturn } from '@halyard/core';
import type { LedgerAccount } from './chart-of-accounts.js';
import type { PaymentRequest } from './payment-request.js';
import { eventReader } from '../stored-event.js';

/** One end of a leg: a funding source, and who owns it. */
export interface PaymentSide {
  readonly ownerKind: 'account' | 'customer';
  readonly ownerId: string;
  readonly fundingSourceId: string;
}

/** The kind of leg that banks and clients see. `from` and `to` alone decide where its money moves. */
export type LegKind = 'bankDebit' | 'bankCredit' | 'balanceMove' | 'fee' | 'wire' | 'microDeposit';

/** The clearing that the caller asked for a credit. The date is computed when the leg starts. */
export type CreditClearing = 'standard' | 'next-available';

/** How a leg at an ACH bank clears. Debits always clear the standard way, whatever the caller asked. */
export type Clearing = { readonly source: 'standard' } | { readonly destination: CreditClearing };

/** One movement of a payment (reference facts 7.5). */
export interface Leg {
  /** The transfer that clients see for this leg has the same id. */
  readonly id: string;
  readonly kind: LegKind;
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
  readonly amount: MoneyJson;
  /** The legs that must be processed before this one moves. */
  readonly dependsOn: readonly string[];
  readonly source: PaymentSide;
  readonly destination: PaymentSide;
  /**
   * When money leaves the balance `from`.
   * - absent: held before the payment is accepted
   * - `atOnce`: debited before the acceptance, and processed with it
   * - `onceFunded`: held once the legs that it depends on are processed; its transfer exists only from then on
   * - `regardless`: debited once those legs are processed, even below zero
   */
  readonly taken?: 'atOnce' | 'onceFunded' | 'regardless';
  /**
   * For a leg at a bank: this balance is credited if the money does not arrive, and debited if the bank takes it back.
   */
  readonly recourse?: PaymentSide;
  /** For a fee whose payer has a balance: the balance that is refunded if the main leg still fails. */
  readonly refundTo?: PaymentSide;
  readonly clearing?: Clearing;
}

export interface PaymentTerms {
  /** The main leg has the same id. */
  readonly paymentId: string;
  readonly accountId: string;
  /**
   * Each try of the operation has an id of its own, from which the ids of events, holds and entries derive. Of two
   * concurrent tries, one therefore loses its first append and goes on with the state that the other has stored.
   */
  readonly attemptId: string;
  /** In the order in which they happen. */
  readonly legs: readonly Leg[];
  /** The sender's limit for the week in which the payment begins; absent if the sender has no weekly limit. */
  readonly weeklyLimit?: WeeklyLimit;
  readonly correlationId?: string;
  /** The caller's metadata as JSON in base64, sealed for the payment's customers: it may contain personal data. */
  readonly sealedMetadata?: string;
  /** Absent in events of earlier versions. */
  readonly request?: PaymentRequest;
  /** Time of the payment's account, read once. All events that follow from the payment alone have this time. */
  readonly at: string;
}

/** The limit as it was when the payment began. */
export interface WeeklyLimit {
  readonly customerId: string;
  /** The Monday on which the week begins, UTC. */
  readonly week: CalendarDate;
  readonly limit: MoneyJson;
}

/** `NotEligible`: the known facts about the parties forbade the transfer; `faults` says why. */
export type PaymentRefusal =
  | { readonly reason: 'InsufficientFunds' | 'OverWeeklyLimit' }
  | { readonly reason: 'NotEligible'; readonly faults: readonly Fault[] };

export type PaymentEvent =
  | { readonly type: 'PaymentInitiated'; readonly data: PaymentTerms }
  | { readonly type: 'PaymentAccepted'; readonly data: { readonly at: string } }
  /** The first event if the payment never began. A process that hung before beginning it then loses its append. */
  | { readonly type: 'PaymentRefused'; readonly data: PaymentRefusedData }
  /** From now on the leg is with its bank, and the sender can't cancel it. Appended before the bank is called. */
  | { readonly type: 'LegSubmitted'; readonly data: LegSubmittedData }
  /** A bank has moved the leg's money: a posting between the payment's transit account and bank clearing. */
  | { readonly type: 'LegSettled'; readonly data: LegSettledData }
  /** Every entry that the leg posts has been appended. */
  | { readonly type: 'LegProcessed'; readonly data: LegAt }
  /** The amount of a later leg is held: its transfer exists from now on. */
  | { readonly type: 'LegCreated'; readonly data: LegAt }
  /** A later leg will never be created. */
  | { readonly type: 'LegRefused'; readonly data: LegAt & { readonly reason: LegRefusal } }
  /** From here on, the leg and the legs that fall with it are undone. */
  | { readonly type: 'LegsStopped'; readonly data: LegsStoppedData }
  /** The bank has said what was wrong with the entry. It moves no money. */
  | { readonly type: 'LegCorrected'; readonly data: LegCorrectedData }
  /** The leg has been undone: its money is back where it belongs. */
  | { readonly type: 'LegFailed'; readonly data: LegAt & { readonly code: ReturnCode } }
  | { readonly type: 'LegCancelled'; readonly data: LegAt };

interface PaymentRefusedData {
  readonly refusal: PaymentRefusal;
  /** Present if the payment never began. */
  readonly request?: PaymentRequest;
  readonly at: string;
}

interface LegAt {
  readonly legId: string;
  /** ISO 8601, by the account's clock. */
  readonly at: string;
}

/**
 * The trigger of a bank's step: a request to the sandbox, the bank's name there, a rule of the behaviour there, an
 * uploaded file there, the account's clock there, the bank partner, or the cancelling sender. Absent in events of earlier
 * versions, and for a step that follows from the payment alone.
 */
export type StepCause = 'simulation' | 'sentinel' | 'behavior' | 'file' | 'clock' | 'partner' | 'cancel';

/** The trigger of a bank's step, with its details. */
export interface StepOrigin {
  readonly because?: StepCause;
  /** Name of the rule, for `behavior`. */
  readonly rule?: string;
  /** Id of the uploaded file and the line in it, from 1, for `file`. */
  readonly file?: string;
  readonly line?: number;
}

interface BankStepAt extends LegAt, StepOrigin {
  /** The bank's own date, or the time at which the step was due; absent unless it is earlier than `at`. */
  readonly bankDate?: string;
}

export interface LegSubmittedData extends BankStepAt {
  readonly submissionId: string;
  /** Sandbox, with banks on time: the return that the bank's name asks for. Fixed now, even if its source is renamed. */
  readonly returns?: SimulatedReturn;
}

/** `Unfunded`: the leg's money never came. The other reasons are reported to the party that would have received it. */
export type LegRefusal = 'InsufficientFunds' | 'ReceiverClosed' | 'Unfunded';

interface LegSettledData extends BankStepAt {
  /** The ids of this settlement's postings derive from it. */
  readonly settlementId: string;
  /** `in`: from bank clearing into transit. `out`: from transit to bank clearing. */
  readonly direction: Direction;
  readonly amount: MoneyJson;
  /** Sandbox: the bank will return the leg later with this code. Fixed now, even if its source is renamed. */
  readonly lateReturn?: ReturnCode;
  /** Set if the money can't be passed on to a bank: its owner is no longer a holder, or the bank was removed. */
  readonly endsHere?: true;
}

export interface LegsStoppedData extends BankStepAt {
  /** The ids of the entries that undo the legs derive from it. */
  readonly stopId: string;
  /** Absent if the sender cancelled. */
  readonly code?: ReturnCode;
  /** Present if a bank had already moved the money: the direction and amount of the move back. */
  readonly back?: { readonly direction: Direction; readonly amount: MoneyJson };
  /** The stopped leg itself and the legs that fall with it. */
  readonly legs: readonly StoppedLeg[];
}

export interface LegCorrectedData extends BankStepAt {
  readonly correctionId: string;
  readonly code: CorrectionCode;
  /** The corrected values as clients see them: an account number by its last four digits, a name only as changed. */
  readonly corrected: {
    readonly routingNumber?: string;
    readonly accountNumber?: string;
    readonly bankAccountType?: BankAccountType;
    readonly name?: true;
  };
  /** Whether the stored bank was changed. */
  readonly applied: boolean;
}

export interface StoppedLeg {
  readonly legId: string;
  readonly ends: 'failed' | 'cancelled' | 'refused';
}

export type Direction = 'in' | 'out';

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
  LegCorrected: true,
  LegFailed: true,
  LegCancelled: true,
});

/**
 * `planned`: not a transfer yet. `settled`: moved at a bank, but not yet posted. `stopped`: being undone. The last four
 * are final, except that a bank may still return a `processed` leg.
 */
export type LegStatus =
  'planned' | 'pending' | 'settled' | 'stopped' | 'processed' | 'failed' | 'cancelled' | 'refused';

export interface LegState {
  readonly terms: Leg;
  readonly status: LegStatus;
  /** When the leg stopped waiting for other legs: the acceptance, if it depends on none. Absent while it waits. */
  readonly startedAt?: string;
  /** The first hand-over to its bank. Absent while banks act on request. */
  readonly submission?: { readonly id: string };
  readonly settlement?: Pick<LegSettledData, 'at' | 'bankDate' | 'lateReturn' | 'endsHere'> & { readonly id: string };
  readonly stop?: Stop;
  /** Ids of the corrections that its bank has stated. */
  readonly corrections?: readonly string[];
}

export interface Stop {
  readonly id: string;
  readonly at: string;
  readonly code?: ReturnCode;
  readonly was: LegStatus;
  readonly ends: StoppedLeg['ends'];
  /** Whether this leg itself was stopped, and not a leg that it depends on. */
  readonly isCause: boolean;
}

/** A payment as folded from its events. `statusOf` derives its status. */
export interface Payment {
  /** Absent before the payment begins, and if it was refused before that. */
  readonly terms?: PaymentTerms;
  readonly legs: readonly LegState[];
  readonly refusal?: PaymentRefusal;
}

/** `open`: accepted, and some legs have not ended. */
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
