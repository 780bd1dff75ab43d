import { describe, expect, it } from '@jest/globals';
import { moneyToJson } from '@halyard/core';
import type { StoredEvent } from '@halyard/event-store';
import { type PaymentKind, tenDollars, termsOf, when } from '../../../test/payments.js';
import type { BalanceEvent } from '../../balance/balance.model.js';
import { transitOf } from '../../ledger/chart-of-accounts.js';
import type { PaymentEvent } from '../payment.model.js';
import { OpenPayments } from './open-payments.js';

const amount = moneyToJson(tenDollars);

/** Events of one payment, by name, in the order of their positions. */
function eventsOf(kind: PaymentKind) {
  const terms = termsOf(kind);
  const hold = (type: 'HoldPlaced' | 'HoldPosted' | 'HoldReleased'): BalanceEvent => ({
    type,
    data: { holdId: terms.paymentId, amount, contra: transitOf(terms.paymentId), at: when },
  });
  const payment = (event: PaymentEvent) => ({ stream: `payment-${terms.paymentId}`, ...event });
  const balance = (event: BalanceEvent) => ({ stream: 'balance-1', ...event });
  return {
    id: terms.paymentId,
    initiated: payment({ type: 'PaymentInitiated', data: terms }),
    accepted: payment({ type: 'PaymentAccepted', data: { at: when } }),
    refused: payment({ type: 'PaymentRefused', data: { reason: 'InsufficientFunds', at: when } }),
    settled: payment({
      type: 'LegSettled',
      data: {
        legId: terms.paymentId,
        settlementId: terms.paymentId,
        direction: 'in',
        amount,
        at: when,
      },
    }),
    completed: payment({ type: 'LegProcessed', data: { legId: terms.paymentId, at: when } }),
    placed: balance(hold('HoldPlaced')),
    posted: balance(hold('HoldPosted')),
    released: balance(hold('HoldReleased')),
    credited: balance({ type: 'CreditPosted', data: { ...hold('HoldPosted').data, entryId: terms.paymentId } }),
  };
}

interface Event {
  readonly stream: string;
  readonly type: string;
  readonly data: unknown;
}

function observe(events: readonly Event[]): OpenPayments {
  const open = new OpenPayments(0n);
  const stored = events.map((event, index): StoredEvent => ({
    ...event,
    id: '',
    revision: 0,
    position: BigInt(10 * (index + 1)),
    metadata: {},
  }));
  open.observe(stored, BigInt(10 * events.length));
  return open;
}

const move = eventsOf('balanceTransfer');
const out = eventsOf('withdrawal');
const deposit = eventsOf('deposit');

describe('what is open', () => {
  it.each<[string, Event[], boolean]>([
    ['initiated', [move.initiated], true],
    ['hold placed', [move.initiated, move.placed], true],
    ['refused', [move.initiated, move.refused], false],
    ['a move accepted', [move.initiated, move.placed, move.accepted], true],
    ['a move posted but not completed', [move.initiated, move.placed, move.accepted, move.posted, move.credited], true],
    [
      'a move completed',
      [move.initiated, move.placed, move.accepted, move.posted, move.credited, move.completed],
      false,
    ],
    ['a withdrawal accepted whose hold is open', [out.initiated, out.placed, out.accepted], true],
    ['a withdrawal that waits for its bank', [out.initiated, out.placed, out.accepted, out.posted], false],
    ['a deposit that waits for its bank', [deposit.initiated, deposit.accepted], false],
    ['a deposit that the bank has settled', [deposit.settled], true],
    ['a deposit completed', [deposit.settled, deposit.credited, deposit.completed], false],
    ['a hold placed after the refusal', [move.initiated, move.refused, move.placed], true],
    ['a hold placed after the refusal and released', [move.initiated, move.refused, move.placed, move.released], false],
  ])('%s: %#', (_, events, isOpen) => expect(observe(events).size).toBe(isOpen ? 1 : 0));
});

describe('the low-water mark', () => {
  it('is the end while nothing is open', () =>
    expect(observe([deposit.initiated, deposit.accepted]).lowWater).toBe(20n));

  it('stands before all events of the payment that is open for longest', () => {
    const other = eventsOf('deposit');
    const { lowWater, ids } = observe([
      deposit.initiated,
      deposit.accepted,
      move.initiated,
      other.initiated,
      move.placed,
    ]);
    expect(ids).toEqual([move.id, other.id]);
    expect(lowWater).toBe(20n);
  });

  it('stands before the reopening of a payment that was done', () =>
    expect(observe([move.initiated, move.refused, deposit.initiated, deposit.accepted, move.placed]).lowWater).toBe(
      40n,
    ));
});

describe('a sweep', () => {
  it('leaves a payment to its handler, and finds it when it stays open over two', () => {
    const open = observe([move.initiated]);
    expect(open.sweep()).toEqual([]);
    expect(open.sweep()).toEqual([move.id]);
  });
});
