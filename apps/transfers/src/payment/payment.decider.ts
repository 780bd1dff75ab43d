import type { Decider } from '@halyard/core';
import { BANK_CLEARING } from '../ledger/chart-of-accounts.js';
import {
  evolve,
  initial,
  type LegState,
  legTransitions,
  type Payment,
  type PaymentEvent,
  type PaymentTerms,
  type Refusal,
  statusOf,
} from './payment.model.js';

export interface InitiatePayment {
  readonly type: 'InitiatePayment';
  readonly terms: PaymentTerms;
}

export interface RefusePayment {
  readonly type: 'RefusePayment';
  readonly refusal: Refusal;
  /** Time of the account, ISO 8601. */
  readonly at: string;
}

export interface AcceptPayment {
  readonly type: 'AcceptPayment';
}

/** A bank has moved the leg's money. */
export interface SettleLeg {
  readonly type: 'SettleLeg';
  readonly legId: string;
  readonly settlementId: string;
  /** Time of the account, ISO 8601. */
  readonly at: string;
}

/** What the leg posts to balances stands. */
export interface ProcessLeg {
  readonly type: 'ProcessLeg';
  readonly legId: string;
}

export type PaymentCommand = InitiatePayment | RefusePayment | AcceptPayment | SettleLeg | ProcessLeg;

/** The payment has gone another way; whoever asks read an old state. Read it again and do what is due now. */
export class PaymentMovedOn extends Error {
  override readonly name = 'PaymentMovedOn';
  readonly reason = 'PaymentMovedOn';
  constructor(command: PaymentCommand['type'], payment: Payment) {
    super(`${command} of a payment that is ${statusOf(payment)}`);
  }
}

/**
 * A command that was honoured already gives no events when it comes again.
 *
 * @throws PaymentMovedOn when the payment, or the leg, knows no such step
 */
export function decide(command: PaymentCommand, payment: Payment): PaymentEvent[] {
  const status = statusOf(payment);
  const movedOn = (): PaymentMovedOn => new PaymentMovedOn(command.type, payment);
  switch (command.type) {
    case 'InitiatePayment':
      return status === 'none' ? [{ type: 'PaymentInitiated', data: command.terms }] : [];
    case 'RefusePayment': {
      if (status === 'refused') return [];
      if (status !== 'none' && status !== 'initiated') throw movedOn();
      return [{ type: 'PaymentRefused', data: { refusal: command.refusal, at: command.at } }];
    }
    case 'AcceptPayment':
      if (status === 'open' || status === 'ended') return [];
      if (status !== 'initiated' || !payment.terms) throw movedOn();
      return [{ type: 'PaymentAccepted', data: { at: payment.terms.at } }];
    case 'SettleLeg': {
      const leg = legOf(payment, command.legId);
      const direction = leg && directionOf(leg);
      if (!leg || !direction || status === 'refused') throw movedOn();
      if (leg.settlement) return [];
      if (!legTransitions.LegSettled[leg.status]) throw movedOn();
      const { legId, settlementId, at } = command;
      return [{ type: 'LegSettled', data: { legId, settlementId, direction, amount: leg.terms.amount, at } }];
    }
    case 'ProcessLeg': {
      const leg = legOf(payment, command.legId);
      if (leg?.status === 'processed') return [];
      if (!leg || !payment.terms || status === 'refused' || !isReady(payment, leg)) throw movedOn();
      const at = leg.settlement?.at ?? payment.terms.at;
      return [{ type: 'LegProcessed', data: { legId: command.legId, at } }];
    }
  }
}

export const legOf = ({ legs }: Payment, legId: string): LegState | undefined =>
  legs.find(({ terms }) => terms.id === legId);

/** How a leg moves money at a bank; undefined for one that touches none. */
export const directionOf = ({ terms: { from, to } }: LegState): 'in' | 'out' | undefined =>
  from === BANK_CLEARING ? 'in' : to === BANK_CLEARING ? 'out' : undefined;

/** Nothing outside is waited for: what the leg needs is processed, and where a bank has to move money it has. */
export function isReady({ legs }: Payment, leg: LegState): boolean {
  const { dependsOn } = leg.terms;
  const isFree = legs.every(({ terms, status }) => !dependsOn.includes(terms.id) || status === 'processed');
  return isFree && (directionOf(leg) === undefined ? leg.status === 'pending' : leg.status === 'settled');
}

export const paymentDecider: Decider<Payment, PaymentCommand, PaymentEvent> = { initial, evolve, decide };
