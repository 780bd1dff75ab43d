import { describe, expect, it } from '@jest/globals';
import { moneyToJson, newId } from '@halyard/core';
import type { EventStore } from '@halyard/event-store';
import type { BalanceEvent } from '../src/balance/balance.model.js';
import { transitOf } from '../src/payment/chart-of-accounts.js';
import type { PaymentEvent } from '../src/payment/payment.model.js';
import type { UnfinishedPayments } from '../src/payment/recover-payments/unfinished-payments.js';
import { type PaymentKind, tenDollars, termsOf, when } from './payments.js';

const amount = moneyToJson(tenDollars);
const ALL = 2n ** 63n - 1n;

/** A step of one payment, by name. */
type Step =
  'initiated' | 'accepted' | 'refused' | 'settled' | 'processed' | 'placed' | 'posted' | 'released' | 'credited';

const cases: readonly [string, PaymentKind, readonly Step[], boolean, fees?: number][] = [
  ['initiated', 'balanceTransfer', ['initiated'], true],
  ['initiated with its hold', 'balanceTransfer', ['initiated', 'placed'], true],
  ['refused', 'balanceTransfer', ['initiated', 'refused'], false],
  ['refused before it began', 'balanceTransfer', ['refused'], false],
  ['a move accepted', 'balanceTransfer', ['initiated', 'placed', 'accepted'], true],
  ['a move posted', 'balanceTransfer', ['initiated', 'placed', 'accepted', 'posted', 'credited'], true],
  [
    'a move processed',
    'balanceTransfer',
    ['initiated', 'placed', 'accepted', 'posted', 'credited', 'processed'],
    false,
  ],
  ['a withdrawal whose hold is open', 'withdrawal', ['initiated', 'placed', 'accepted'], true],
  ['a withdrawal that waits for its bank', 'withdrawal', ['initiated', 'placed', 'accepted', 'posted'], false],
  [
    'a withdrawal whose fees wait for its bank with it',
    'withdrawal',
    ['initiated', 'placed', 'placed', 'placed', 'accepted', 'posted'],
    false,
    2,
  ],
  [
    'a withdrawal with more held than its fees',
    'withdrawal',
    ['initiated', 'placed', 'placed', 'placed', 'accepted', 'posted'],
    true,
    1,
  ],
  ['a deposit that waits for its bank', 'deposit', ['initiated', 'accepted'], false],
  ['a deposit that the bank has settled', 'deposit', ['initiated', 'accepted', 'settled'], true],
  ['a deposit processed', 'deposit', ['initiated', 'accepted', 'settled', 'credited', 'processed'], false],
  ['refused with a hold placed after that', 'balanceTransfer', ['initiated', 'refused', 'placed'], true],
  ['refused with its hold released', 'balanceTransfer', ['initiated', 'refused', 'placed', 'released'], false],
];

/** A payment whose events are appended one at a time. */
class StepwisePayment {
  private readonly terms;
  private readonly revisions = new Map<string, number>();
  private readonly balance = newId();
  private readonly holdId = newId();

  constructor(
    private readonly store: EventStore,
    kind: PaymentKind,
    fees = 0,
  ) {
    this.terms = termsOf(kind, { fees: Array.from({ length: fees }, () => ({ payer: 'sender', amount }) as const) });
  }

  get id(): string {
    return this.terms.paymentId;
  }

  async happens(step: Step): Promise<void> {
    const event = this.eventOf(step);
    const isOfBalance = event.type.startsWith('Hold') || event.type === 'CreditPosted';
    const stream = isOfBalance ? `balance-${this.balance}` : `payment-${this.id}`;
    const expected = this.revisions.get(stream) ?? 'no-stream';
    const { revision } = await this.store.append({ stream, expected, events: [{ id: newId(), ...event }] });
    this.revisions.set(stream, revision);
  }

  private eventOf(step: Step): PaymentEvent | BalanceEvent {
    const { terms, holdId } = this;
    const legId = terms.paymentId;
    const hold = { holdId, amount, contra: transitOf(terms.paymentId), at: when };
    const events: Readonly<Record<Step, PaymentEvent | BalanceEvent>> = {
      initiated: { type: 'PaymentInitiated', data: terms },
      accepted: { type: 'PaymentAccepted', data: { at: when } },
      refused: { type: 'PaymentRefused', data: { refusal: { reason: 'InsufficientFunds' }, at: when } },
      settled: { type: 'LegSettled', data: { legId, settlementId: newId(), direction: 'in', amount, at: when } },
      processed: { type: 'LegProcessed', data: { legId, at: when } },
      placed: { type: 'HoldPlaced', data: hold },
      posted: { type: 'HoldPosted', data: hold },
      released: { type: 'HoldReleased', data: hold },
      credited: { type: 'CreditPosted', data: { ...hold, entryId: newId() } },
    };
    return events[step];
  }
}

/** The suite for every table that recovery reads. Each test has its own payments. */
export function describeUnfinishedPayments(open: () => { store: EventStore; unfinished: UnfinishedPayments }): void {
  const find = async (unfinished: UnfinishedPayments, untouchedSince = ALL) => {
    await unfinished.upToDate();
    return unfinished.find({ untouchedSince, after: undefined, limit: 1_000 });
  };

  describe.each(cases)('a payment: %s', (_, kind, steps, isUnfinished, fees) => {
    it.each([
      ['in one page', false],
      ['a page at a time', true],
    ])(`is ${isUnfinished ? '' : 'not '}among them, %s`, async (_title, apart) => {
      const { store, unfinished } = open();
      const payment = new StepwisePayment(store, kind, fees);
      for (const step of steps) {
        await payment.happens(step);
        if (apart) await unfinished.upToDate();
      }
      expect((await find(unfinished)).includes(payment.id)).toBe(isUnfinished);
    });
  });

  it('are told from those that something has happened to since', async () => {
    const { store, unfinished } = open();
    const payment = new StepwisePayment(store, 'balanceTransfer');
    await payment.happens('initiated');
    const begun = await unfinished.upToDate();
    expect(await find(unfinished, begun)).toContain(payment.id);
    await payment.happens('placed');
    expect(await find(unfinished, begun)).not.toContain(payment.id);
    expect(await find(unfinished)).toContain(payment.id);
  });

  it('are found a page at a time, all of them', async () => {
    const { store, unfinished } = open();
    const payments = Array.from({ length: 5 }, () => new StepwisePayment(store, 'balanceTransfer'));
    for (const payment of payments) await payment.happens('initiated');
    await unfinished.upToDate();
    const found: string[] = [];
    for (;;) {
      const page = await unfinished.find({ untouchedSince: ALL, after: found.at(-1), limit: 2 });
      found.push(...page);
      if (page.length < 2) break;
    }
    expect(new Set(found).size).toBe(found.length);
    for (const { id } of payments) expect(found).toContain(id);
  });
}
