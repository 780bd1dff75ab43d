import { describe, it } from '@jest/globals';
import { moneyToJson } from '@halyard/core';
import { deciderSpec } from '../../test/decider-spec.js';
import { timedId } from '../../test/ids.js';
import { at, tenDollars, termsOf } from '../../test/payments.js';
import { type PaymentCommand, paymentDecider } from './payment.decider.js';
import type { Flow, PaymentEvent } from './payment.model.js';

const settlementId = timedId(3, 1);
const given = deciderSpec(paymentDecider);
const amount = moneyToJson(tenDollars);
const when = at.toISOString();

const initiated = (terms: ReturnType<typeof termsOf>): PaymentEvent => ({
  type: 'PaymentInitiated',
  data: { ...terms, amount, at: when },
});
const accepted: PaymentEvent = { type: 'PaymentAccepted', data: { at: when } };
const refused: PaymentEvent = { type: 'PaymentRefused', data: { reason: 'InsufficientFunds', at: when } };
const completed: PaymentEvent = { type: 'PaymentCompleted', data: { at: when } };
const settled = (legId: string, direction: 'in' | 'out'): PaymentEvent => ({
  type: 'LegSettled',
  data: { legId, settlementId, direction, amount, contra: 'bank-clearing', at: when },
});

const accept: PaymentCommand = { type: 'AcceptPayment', at };
const refuse: PaymentCommand = { type: 'RefusePayment', reason: 'InsufficientFunds', at };
const settle: PaymentCommand = { type: 'SettleLeg', settlementId, at };
const complete: PaymentCommand = { type: 'CompletePayment', at };

const deposit = termsOf('deposit');
const withdrawal = termsOf('withdrawal');
const move = termsOf('balanceTransfer');

describe('a payment', () => {
  it('is initiated with its terms', () =>
    given().when({ type: 'InitiatePayment', terms: move, amount: tenDollars, at }).then(initiated(move)));

  it.each<[string, PaymentCommand, PaymentEvent]>([
    ['accepted', accept, accepted],
    ['refused', refuse, refused],
  ])('that was initiated is %s', (_, command, event) => given(initiated(move)).when(command).then(event));

  it('between balances completes once accepted', () => given(initiated(move), accepted).when(complete).then(completed));

  it('in from a bank settles, and completes after that', () => {
    given(initiated(deposit), accepted).when(settle).then(settled(deposit.paymentId, 'in'));
    given(initiated(deposit), accepted, settled(deposit.paymentId, 'in')).when(complete).then(completed);
  });

  it('out to a bank has ended when its leg settles', () =>
    given(initiated(withdrawal), accepted).when(settle).then(settled(withdrawal.paymentId, 'out'), completed));
});

describe('a command that was honoured', () => {
  const done = [initiated(deposit), accepted, settled(deposit.paymentId, 'in'), completed];
  it.each<PaymentCommand>([
    { type: 'InitiatePayment', terms: deposit, amount: tenDollars, at },
    accept,
    settle,
    complete,
  ])('changes nothing when it comes again: $type', (command) =>
    given(...done)
      .when(command)
      .then(),
  );

  it('changes nothing when it is the refusal', () => given(initiated(move), refused).when(refuse).then());
});

describe('a payment has moved on', () => {
  const past: Readonly<Record<Flow, PaymentEvent[]>> = {
    deposit: [initiated(deposit), accepted],
    withdrawal: [initiated(withdrawal), accepted],
    balanceTransfer: [initiated(move), accepted],
  };
  it.each<[string, PaymentEvent[], PaymentCommand]>([
    ['accept one that is not there', [], accept],
    ['settle one that is not there', [], settle],
    ['accept what was refused', [initiated(move), refused], accept],
    ['complete what was refused', [initiated(move), refused], complete],
    ['settle what was refused', [initiated(deposit), refused], settle],
    ['refuse what was accepted', past.balanceTransfer, refuse],
    ['complete what is only initiated', [initiated(move)], complete],
    ['settle what is only initiated', [initiated(deposit)], settle],
    ['complete a deposit that the bank has not settled', past.deposit, complete],
    ['complete a withdrawal that the bank has not settled', past.withdrawal, complete],
    ['settle what has no bank leg', past.balanceTransfer, settle],
  ])('for who wants to %s', (_, events, command) =>
    given(...events)
      .when(command)
      .thenRefused('PaymentMovedOn'),
  );
});
