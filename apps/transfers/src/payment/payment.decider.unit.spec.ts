import { describe, expect, it } from '@jest/globals';
import { deciderSpec } from '../../test/decider-spec.js';
import { timedId } from '../../test/ids.js';
import { type PaymentKind, type PaymentUnderTest, termsOf, when } from '../../test/payments.js';
import { type PaymentCommand, paymentDecider } from './payment.decider.js';
import { evolve, initial, legTransitions } from './payment.fold.js';
import { type LegStatus, type PaymentEvent, statusOf } from './payment.model.js';

const settledAt = '2026-01-06T09:00:00.000Z';
const settlementId = timedId(3, 1);
const given = deciderSpec(paymentDecider);

const initiated = (terms: PaymentUnderTest): PaymentEvent => ({ type: 'PaymentInitiated', data: terms });
const accepted: PaymentEvent = { type: 'PaymentAccepted', data: { at: when } };
const refused: PaymentEvent = { type: 'PaymentRefused', data: { refusal: { reason: 'InsufficientFunds' }, at: when } };
const amountOf = ({ legs: [leg] }: PaymentUnderTest) => leg?.amount ?? { minor: '0', currency: 'USD' as const };
const settled = (terms: PaymentUnderTest, direction: 'in' | 'out'): PaymentEvent => ({
  type: 'LegSettled',
  data: { legId: terms.paymentId, settlementId, direction, amount: amountOf(terms), at: settledAt },
});
const processed = ({ paymentId: legId }: PaymentUnderTest, at = when): PaymentEvent => ({
  type: 'LegProcessed',
  data: { legId, at },
});

const accept: PaymentCommand = { type: 'AcceptPayment' };
const refuse: PaymentCommand = { type: 'RefusePayment', refusal: { reason: 'InsufficientFunds' }, at: when };
const stopId = timedId(3, 2);
const stopped = ({ paymentId: legId }: PaymentUnderTest, ends: 'failed' | 'cancelled' | 'refused'): PaymentEvent => ({
  type: 'LegsStopped',
  data: { legId, stopId, code: ends === 'failed' ? 'R01' : undefined, legs: [{ legId, ends }], at: settledAt },
});
const settle = ({ paymentId: legId }: PaymentUnderTest): PaymentCommand => ({
  type: 'SettleLeg',
  legId,
  settlementId,
  at: settledAt,
});
const process = ({ paymentId: legId }: PaymentUnderTest): PaymentCommand => ({ type: 'ProcessLeg', legId });

const deposit = termsOf('deposit');
const withdrawal = termsOf('withdrawal');
const move = termsOf('balanceTransfer');

describe('a payment', () => {
  it('is initiated with its terms', () => given().when({ type: 'InitiatePayment', terms: move }).then(initiated(move)));

  it('that was initiated is accepted, at the time that it bears', () =>
    given(initiated(withdrawal)).when(accept).then(accepted));

  it('whose money has moved between balances is processed as it is accepted', () =>
    given(initiated(move)).when(accept).then(accepted, processed(move)));

  it('that was initiated is refused', () => given(initiated(move)).when(refuse).then(refused));

  it('is refused before it began', () => given().when(refuse).then(refused));

  it('between balances is processed once accepted', () =>
    given(initiated(move), accepted).when(process(move)).then(processed(move)));

  it.each([
    ['in from a bank', deposit, 'in'],
    ['out to a bank', withdrawal, 'out'],
  ] as const)('%s settles, and is processed after that, at the time of its settlement', (_, terms, direction) => {
    given(initiated(terms), accepted).when(settle(terms)).then(settled(terms, direction));
    given(initiated(terms), accepted, settled(terms, direction)).when(process(terms)).then(processed(terms, settledAt));
  });

  it('has the status that its legs give it', () => {
    const past = [initiated(deposit), accepted, settled(deposit, 'in'), processed(deposit)];
    const statuses = past.map((_, index) => statusOf(past.slice(0, index + 1).reduce(evolve, initial())));
    expect(statuses).toEqual(['initiated', 'open', 'open', 'ended']);
    expect(statusOf(initial())).toBe('none');
    expect(statusOf([initiated(move), refused].reduce(evolve, initial()))).toBe('refused');
  });
});

describe('a leg', () => {
  const legId = deposit.paymentId;
  const failed: PaymentEvent = { type: 'LegFailed', data: { legId, code: 'R01', at: settledAt } };
  const cancelled: PaymentEvent = { type: 'LegCancelled', data: { legId, at: settledAt } };
  const never: PaymentEvent = { type: 'LegRefused', data: { legId, reason: 'Unfunded', at: settledAt } };
  const pending = [initiated(deposit), accepted];
  const past: Readonly<Record<LegStatus, readonly PaymentEvent[]>> = {
    planned: [initiated(deposit)],
    pending,
    settled: [...pending, settled(deposit, 'in')],
    processed: [...pending, settled(deposit, 'in'), processed(deposit)],
    stopped: [...pending, stopped(deposit, 'failed')],
    failed: [...pending, stopped(deposit, 'failed'), failed],
    cancelled: [...pending, stopped(deposit, 'cancelled'), cancelled],
    refused: [initiated(deposit), never],
  };
  const events = {
    PaymentAccepted: accepted,
    LegSettled: settled(deposit, 'in'),
    LegProcessed: processed(deposit),
    LegCreated: { type: 'LegCreated', data: { legId, at: settledAt } } as const,
    LegRefused: never,
    LegsStopped: stopped(deposit, 'failed'),
    LegFailed: failed,
    LegCancelled: cancelled,
  };
  const cases = (Object.keys(past) as LegStatus[]).flatMap((status) =>
    (Object.keys(events) as (keyof typeof events)[]).map((event) => [status, event] as const),
  );
  it.each(cases)('that is %s moves on %s as the table says, or not at all', (status, event) => {
    const [leg] = [...past[status], events[event]].reduce(evolve, initial()).legs;
    expect(leg?.status).toBe(legTransitions[event][status] ?? status);
  });
});

describe('a command that was honoured', () => {
  const done = [initiated(deposit), accepted, settled(deposit, 'in'), processed(deposit)];
  it.each<PaymentCommand>([{ type: 'InitiatePayment', terms: deposit }, accept, settle(deposit), process(deposit)])(
    'changes nothing when it comes again: $type',
    (command) =>
      given(...done)
        .when(command)
        .then(),
  );

  it('changes nothing when it is the refusal', () => given(initiated(move), refused).when(refuse).then());
});

describe('a leg that passes on what another brings', () => {
  const terms = termsOf('holder balance to holder bank');
  const legId = terms.legs.find(({ dependsOn }) => dependsOn.length > 0)?.id ?? '';
  const create: PaymentCommand = { type: 'CreateLeg', legId };
  const created: PaymentEvent = { type: 'LegCreated', data: { legId, at: when } };
  const never: PaymentEvent = { type: 'LegRefused', data: { legId, reason: 'ReceiverClosed', at: when } };
  const brought = [initiated(terms), accepted, processed(terms)];

  it('is created once the money has come', () =>
    given(...brought)
      .when(create)
      .then(created));

  it('is not created again', () =>
    given(...brought, created)
      .when(create)
      .then());

  it.each([
    ['before the money has come', [initiated(terms), accepted]],
    ['after it was refused', [...brought, never]],
  ])('is not created %s', (_, events) =>
    given(...events)
      .when(create)
      .thenRefused('PaymentMovedOn'),
  );
});

describe('a payment has moved on', () => {
  const past: Readonly<Record<PaymentKind, PaymentEvent[]>> = {
    deposit: [initiated(deposit), accepted],
    withdrawal: [initiated(withdrawal), accepted],
    balanceTransfer: [initiated(move), accepted],
  };
  it.each<[string, PaymentEvent[], PaymentCommand]>([
    ['accept one that is not there', [], accept],
    ['settle one that is not there', [], settle(deposit)],
    ['accept what was refused', [initiated(move), refused], accept],
    ['process what was refused', [initiated(move), refused], process(move)],
    ['settle what was refused', [initiated(deposit), refused], settle(deposit)],
    ['refuse what was accepted', past.balanceTransfer, refuse],
    ['process what is only initiated', [initiated(move)], process(move)],
    ['settle what is only initiated', [initiated(deposit)], settle(deposit)],
    ['process a deposit that the bank has not settled', past.deposit, process(deposit)],
    ['process a withdrawal that the bank has not settled', past.withdrawal, process(withdrawal)],
    ['settle what touches no bank', past.balanceTransfer, settle(move)],
    ['settle a leg of another payment', past.deposit, settle(withdrawal)],
  ])('for who wants to %s', (_, events, command) =>
    given(...events)
      .when(command)
      .thenRefused('PaymentMovedOn'),
  );
});
