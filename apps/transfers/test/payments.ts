import { moneyToJson, usd } from '@halyard/core';
import { type Ends, flowBetween, legsOf } from '../src/payment/flows.js';
import type { PaymentSide, PaymentTerms } from '../src/payment/payment.model.js';
import { timedId } from './ids.js';

export const at = new Date('2026-01-05T12:00:00.000Z');
export const when = at.toISOString();
export const tenDollars = usd(10_00n);

/** What tests pay: from a bank to the own balance, from a balance to the own bank, from a balance to another's. */
export type PaymentKind = 'deposit' | 'withdrawal' | 'balanceTransfer';

const holder = (type: 'bank' | 'balance') => ({ isHolder: true, type });
const ends: Readonly<Record<PaymentKind, Ends>> = {
  deposit: { source: holder('bank'), destination: holder('balance'), isOwn: true },
  withdrawal: { source: holder('balance'), destination: holder('bank'), isOwn: true },
  balanceTransfer: { source: holder('balance'), destination: holder('balance'), isOwn: false },
};

const owner = (n: number) => ({ ownerKind: 'customer', ownerId: timedId(1, n) }) as const;
let payments = 0;

export interface PaymentUnderTest extends PaymentTerms {
  readonly kind: PaymentKind;
  readonly source: PaymentSide;
  readonly destination: PaymentSide;
}

/** A payment between two funding sources, a new one at each call. */
export function termsOf(
  kind: PaymentKind,
  over: { readonly source?: PaymentSide; readonly destination?: PaymentSide; readonly minor?: bigint } = {},
): PaymentUnderTest {
  payments += 1;
  const { source = { ...owner(2), fundingSourceId: timedId(2, 1) } } = over;
  const { destination = { ...owner(kind === 'balanceTransfer' ? 3 : 2), fundingSourceId: timedId(2, 2) } } = over;
  const amount = moneyToJson(usd(over.minor ?? tenDollars.minor));
  const ids = { paymentId: timedId(1_000 + payments, payments), attemptId: timedId(2_000 + payments, payments) };
  const flow = flowBetween(ends[kind]);
  if (!flow) throw new Error(`a ${kind} is not built`);
  const legs = legsOf(flow, { ...ids, amount, source, destination });
  return { ...ids, kind, source, destination, accountId: timedId(1, 1), legs, at: when };
}

/** The same payment, begun by another try of its operation; as nobody may ask, of another amount. */
export function anotherAttempt(terms: PaymentUnderTest, minor?: bigint): PaymentUnderTest {
  const { kind, source, destination } = terms;
  const { attemptId } = termsOf(kind);
  const flow = flowBetween(ends[kind]);
  const [leg] = terms.legs;
  if (!flow || !leg) throw new Error('a payment has legs');
  const { paymentId } = terms;
  const amount = minor === undefined ? leg.amount : moneyToJson(usd(minor));
  return { ...terms, attemptId, legs: legsOf(flow, { paymentId, attemptId, amount, source, destination }) };
}
