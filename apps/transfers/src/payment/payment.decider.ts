import { type Decider, deriveTimedId, type ReturnCode, type SimulatedReturn } from '@halyard/core';
import { evolve, initial } from './payment.fold.js';
import {
  directionOf,
  fallingWith,
  isAtBank,
  isFeeOfFailed,
  isReady,
  isRefunded,
  isStarted,
  isTakenAtOnce,
  legOf,
  originOf,
} from './payment.legs.js';
import {
  type LegCorrectedData,
  type LegRefusal,
  type LegState,
  type Payment,
  type PaymentEvent,
  type PaymentTerms,
  type PaymentRefusal,
  type StepOrigin,
  statusOf,
} from './payment.model.js';
import type { PaymentRequest } from './payment-request.js';

export interface InitiatePayment {
  readonly type: 'InitiatePayment';
  readonly terms: PaymentTerms;
}

export interface RefusePayment {
  readonly type: 'RefusePayment';
  readonly refusal: PaymentRefusal;
  readonly request?: PaymentRequest;
  /** ISO 8601, by the account's clock. */
  readonly at: string;
}

export interface AcceptPayment {
  readonly type: 'AcceptPayment';
}

export interface SubmitLeg extends StepOrigin {
  readonly type: 'SubmitLeg';
  readonly legId: string;
  /** Identifies this try to submit the leg. Only the first try is recorded. */
  readonly submissionId: string;
  readonly at: string;
  readonly bankDate?: string;
  readonly returns?: SimulatedReturn;
}

/** A bank has moved the leg's money. */
export interface SettleLeg extends StepOrigin {
  readonly type: 'SettleLeg';
  readonly legId: string;
  readonly settlementId: string;
  readonly at: string;
  readonly bankDate?: string;
  readonly lateReturn?: ReturnCode;
  readonly endsHere?: true;
}

/** Every entry that the leg posts to balances has been appended. */
export interface ProcessLeg {
  readonly type: 'ProcessLeg';
  readonly legId: string;
}

/** The amount of a later leg is held. */
export interface CreateLeg {
  readonly type: 'CreateLeg';
  readonly legId: string;
}

/** Refunds a fee that its bank brought after the main leg had failed. */
export interface RefundFee {
  readonly type: 'RefundFee';
  readonly legId: string;
}

/** A later leg can't be created. */
export interface RefuseLeg {
  readonly type: 'RefuseLeg';
  readonly legId: string;
  readonly reason: Exclude<LegRefusal, 'Unfunded'>;
}

/** A bank returns a leg; without a code, its sender cancels it. */
export interface StopLeg extends StepOrigin {
  readonly type: 'StopLeg';
  readonly legId: string;
  readonly stopId: string;
  readonly code?: ReturnCode;
  /** The leg must have this status: `pending` if it is with its bank, or already `processed`. */
  readonly from: 'pending' | 'processed';
  readonly at: string;
  readonly bankDate?: string;
}

/** A leg's bank says what was wrong with the entry. It is said before or after the bank has moved the money. */
export interface CorrectLeg extends LegCorrectedData {
  readonly type: 'CorrectLeg';
}

/** Every entry that undoes a stopped leg has been appended. */
export interface EndLeg {
  readonly type: 'EndLeg';
  readonly legId: string;
}

export type PaymentCommand =
  | InitiatePayment
  | RefusePayment
  | AcceptPayment
  | SubmitLeg
  | SettleLeg
  | ProcessLeg
  | RefundFee
  | CreateLeg
  | RefuseLeg
  | StopLeg
  | CorrectLeg
  | EndLeg;

/** The payment has moved on since its state was read. The caller must read it again and do what is due now. */
export class PaymentMovedOn extends Error {
  override readonly name = 'PaymentMovedOn';
  readonly reason = 'PaymentMovedOn';
  constructor(command: PaymentCommand['type'], payment: Payment) {
    super(`${command} of a payment that is ${statusOf(payment)}`);
  }
}

/** A command that was already carried out gives no events. @throws PaymentMovedOn */
export function decide(command: PaymentCommand, payment: Payment): PaymentEvent[] {
  const status = statusOf(payment);
  const movedOn = (): PaymentMovedOn => new PaymentMovedOn(command.type, payment);
  switch (command.type) {
    case 'InitiatePayment':
      return status === 'none' ? [{ type: 'PaymentInitiated', data: command.terms }] : [];
    case 'RefusePayment': {
      const { refusal, request, at } = command;
      if (status === 'refused') return [];
      if (status !== 'none' && status !== 'initiated') throw movedOn();
      return [{ type: 'PaymentRefused', data: { refusal, request, at } }];
    }
    case 'AcceptPayment':
      if (status === 'open' || status === 'ended') return [];
      if (status !== 'initiated' || !payment.terms) throw movedOn();
      return accept(payment, payment.terms);
    default: {
      const leg = legOf(payment, command.legId);
      const events = leg && payment.terms && status !== 'refused' && decideOnLeg(command, payment, leg, payment.terms);
      if (!events) throw movedOn();
      return events;
    }
  }
}

function accept({ legs }: Payment, { at }: PaymentTerms): PaymentEvent[] {
  const moved = legs.filter(({ terms }) => isTakenAtOnce(terms));
  return [
    { type: 'PaymentAccepted', data: { at } },
    ...moved.map(({ terms: { id: legId } }) => ({ type: 'LegProcessed', data: { legId, at } }) as const),
  ];
}

type LegCommand = Exclude<PaymentCommand, InitiatePayment | RefusePayment | AcceptPayment>;

/** @returns undefined if the command does not fit the leg's state */
function decideOnLeg(
  command: LegCommand,
  payment: Payment,
  leg: LegState,
  terms: PaymentTerms,
): PaymentEvent[] | undefined {
  const { legId } = command;
  const { at } = originOf(payment, leg, terms);
  switch (command.type) {
    case 'SubmitLeg':
      return submit(command, leg);
    case 'SettleLeg':
      return settle(command, leg);
    case 'RefundFee':
      return refundFee(payment, leg, terms);
    case 'ProcessLeg':
      if (leg.status === 'processed') return [];
      return isReady(leg) ? [{ type: 'LegProcessed', data: { legId, at } }] : undefined;
    case 'CreateLeg':
      if (leg.status === 'planned' && isStarted(leg)) return [{ type: 'LegCreated', data: { legId, at } }];
      return leg.status === 'planned' || leg.status === 'refused' ? undefined : [];
    case 'RefuseLeg':
      if (leg.status === 'refused') return [];
      if (leg.status !== 'planned' || !isStarted(leg)) return undefined;
      return [{ type: 'LegRefused', data: { legId, reason: command.reason, at } }];
    case 'StopLeg':
      return stop(command, payment, leg);
    case 'CorrectLeg':
      return correct(command, leg);
    case 'EndLeg':
      return end(leg);
  }
}

function submit({ type: _, ...submission }: SubmitLeg, leg: LegState): PaymentEvent[] | undefined {
  if (!isAtBank(leg)) return undefined;
  return leg.submission ? [] : [{ type: 'LegSubmitted', data: submission }];
}

/** Treats the fee as if it had been processed before the main leg failed, so that it fails with that leg. */
function refundFee(payment: Payment, leg: LegState, { paymentId }: PaymentTerms): PaymentEvent[] | undefined {
  const code = isFeeOfFailed(payment, leg) ? legOf(payment, paymentId)?.stop?.code : undefined;
  if (!code || !leg.settlement) return undefined;
  const { id, at } = leg.settlement;
  const stopId = deriveTimedId(id, leg.terms.id, 'refund');
  return [
    {
      type: 'LegsStopped',
      data: { legId: paymentId, stopId, code, at, legs: [{ legId: leg.terms.id, ends: 'failed' }] },
    },
  ];
}

function settle({ type: _, ...settlement }: SettleLeg, leg: LegState): PaymentEvent[] | undefined {
  const direction = directionOf(leg.terms);
  if (!direction) return undefined;
  if (leg.settlement) return [];
  if (leg.status !== 'pending' || !isStarted(leg)) return undefined;
  return [{ type: 'LegSettled', data: { ...settlement, direction, amount: leg.terms.amount } }];
}

function stop({ type: _, from, ...happened }: StopLeg, payment: Payment, leg: LegState): PaymentEvent[] | undefined {
  const { code } = happened;
  if (leg.stop?.id === happened.stopId) return [];
  const direction = directionOf(leg.terms);
  if (!direction || !isStarted(leg)) return undefined;
  // Once a bank has the leg, only the bank can give its money back.
  if (code === undefined && leg.submission) return undefined;
  const isLate = from === 'processed' && (leg.status === 'processed' || isRefunded(leg));
  if (!isLate && leg.status !== from) return undefined;
  const legs = fallingWith(payment, leg, code === undefined ? 'cancelled' : 'failed');
  const back = { direction: direction === 'in' ? 'out' : 'in', amount: leg.terms.amount } as const;
  const data = { ...happened, legs, ...(from === 'processed' && { back }) };
  return [{ type: 'LegsStopped', data }];
}

function correct({ type: _, ...correction }: CorrectLeg, leg: LegState): PaymentEvent[] | undefined {
  if (leg.corrections?.includes(correction.correctionId)) return [];
  if (!directionOf(leg.terms) || !isStarted(leg)) return undefined;
  return [{ type: 'LegCorrected', data: correction }];
}

function end({ terms: { id: legId }, status, stop: stopped }: LegState): PaymentEvent[] | undefined {
  if (!stopped) return undefined;
  if (status === stopped.ends) return [];
  const { at, code } = stopped;
  switch (stopped.ends) {
    case 'failed':
      return code && [{ type: 'LegFailed', data: { legId, code, at } }];
    case 'cancelled':
      return [{ type: 'LegCancelled', data: { legId, at } }];
    case 'refused':
      return [{ type: 'LegRefused', data: { legId, reason: 'Unfunded', at } }];
  }
}

export const paymentDecider: Decider<Payment, PaymentCommand, PaymentEvent> = { initial, evolve, decide };
