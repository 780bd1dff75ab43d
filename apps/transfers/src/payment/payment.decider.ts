import { type Decider, type Money, moneyToJson } from '@halyard/core';
import { BANK_CLEARING } from '../ledger/chart-of-accounts.js';
import {
  evolve,
  initial,
  type Payment,
  type PaymentEvent,
  type PaymentTerms,
  type RefusalReason,
} from './payment.model.js';

export interface InitiatePayment {
  readonly type: 'InitiatePayment';
  readonly terms: PaymentTerms;
  readonly amount: Money;
  readonly at: Date;
}

export interface RefusePayment {
  readonly type: 'RefusePayment';
  readonly reason: RefusalReason;
  readonly at: Date;
}

/** The bank has moved the money of the bank leg. */
export interface SettleLeg {
  readonly type: 'SettleLeg';
  /** A new id, which counts if this is the command that settles the leg. */
  readonly settlementId: string;
  readonly at: Date;
}

export interface AdvancePayment {
  readonly type: 'AcceptPayment' | 'CompletePayment';
  readonly at: Date;
}

export type PaymentCommand = InitiatePayment | RefusePayment | SettleLeg | AdvancePayment;

/** The payment has gone another way; whoever asks read an old state. Read it again and do what is due now. */
export class PaymentMovedOn extends Error {
  override readonly name = 'PaymentMovedOn';
  readonly reason = 'PaymentMovedOn';
  constructor(command: PaymentCommand['type'], status: Payment['status']) {
    super(`${command} of a payment that is ${status}`);
  }
}

type Status = Payment['status'];

/** Where a command was honoured already, and comes again: no events. */
const honoured: Readonly<Record<PaymentCommand['type'], readonly Status[]>> = {
  InitiatePayment: ['initiated', 'accepted', 'refused', 'settled', 'completed'],
  AcceptPayment: ['accepted', 'settled', 'completed'],
  RefusePayment: ['refused'],
  SettleLeg: ['settled', 'completed'],
  CompletePayment: ['completed'],
};

/** @throws PaymentMovedOn when the payment's status knows no such step */
export function decide(command: PaymentCommand, payment: Payment): PaymentEvent[] {
  if (honoured[command.type].includes(payment.status)) return [];
  const at = command.at.toISOString();
  if (command.type === 'InitiatePayment') {
    return [{ type: 'PaymentInitiated', data: { ...command.terms, amount: moneyToJson(command.amount), at } }];
  }
  if (payment.status === 'initiated' && command.type === 'AcceptPayment') {
    return [{ type: 'PaymentAccepted', data: { at } }];
  }
  if (payment.status === 'initiated' && command.type === 'RefusePayment') {
    return [{ type: 'PaymentRefused', data: { reason: command.reason, at } }];
  }
  if (payment.status === 'accepted' && command.type === 'SettleLeg')
    return settleLeg(payment.terms, payment.amount, command);
  if (command.type === 'CompletePayment' && isDone(payment)) return [{ type: 'PaymentCompleted', data: { at } }];
  throw new PaymentMovedOn(command.type, payment.status);
}

/** A payment out ends with its bank leg; one in has its balance to credit first. */
function settleLeg(terms: PaymentTerms, amount: Money, command: SettleLeg): PaymentEvent[] {
  const { paymentId: legId, flow } = terms;
  const { settlementId } = command;
  const at = command.at.toISOString();
  const settled = (direction: 'in' | 'out'): PaymentEvent => ({
    type: 'LegSettled',
    data: { legId, settlementId, direction, amount: moneyToJson(amount), contra: BANK_CLEARING, at },
  });
  switch (flow) {
    case 'deposit':
      return [settled('in')];
    case 'withdrawal':
      return [settled('out'), { type: 'PaymentCompleted', data: { at } }];
    case 'balanceTransfer':
      throw new PaymentMovedOn('SettleLeg', 'accepted');
  }
}

const isDone = (payment: Payment): boolean =>
  payment.status === 'settled' || (payment.status === 'accepted' && payment.terms.flow === 'balanceTransfer');

export const paymentDecider: Decider<Payment, PaymentCommand, PaymentEvent> = { initial, evolve, decide };
