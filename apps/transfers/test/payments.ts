import { balanceIdOf } from '@halyard/contracts/funding-sources';
import { moneyToJson, usd } from '@halyard/core';
import type { Fee } from '../src/payment/fees.js';
import { type Flow, flows, legsOf } from '../src/payment/flows.js';
import type { PaymentSide, PaymentTerms } from '../src/payment/payment.model.js';
import { timedId } from './ids.js';

export const at = new Date('2026-01-05T12:00:00.000Z');
export const when = at.toISOString();
export const tenDollars = usd(10_00n);

const named = {
  deposit: 'holder bank to own balance',
  withdrawal: 'holder balance to own bank',
  balanceTransfer: 'holder balance to holder balance',
} as const;
export type PaymentKind = keyof typeof named;

export const nameOf = ({ from, to }: Pick<Flow, 'from' | 'to'>): string => `${from} to ${to}`;

export function flowOf(kind: string): Flow {
  const name = kind in named ? named[kind as PaymentKind] : kind;
  const flow = flows.find((each) => nameOf(each) === name);
  if (!flow) throw new Error(`there is no flow ${name}`);
  return flow;
}

const owner = (n: number) => ({ ownerKind: 'customer', ownerId: timedId(1, n) }) as const;
let payments = 0;

export interface PaymentUnderTest extends PaymentTerms {
  readonly kind: string;
  readonly source: PaymentSide;
  readonly destination: PaymentSide;
}

/** A payment between two funding sources; each call makes a new one. @param kind a name of a flow */
export function termsOf(
  kind: string,
  over: {
    readonly source?: PaymentSide;
    readonly destination?: PaymentSide;
    readonly minor?: bigint;
    readonly fees?: readonly Fee[];
  } = {},
): PaymentUnderTest {
  payments += 1;
  const flow = flowOf(kind);
  const { source = { ...owner(2), fundingSourceId: timedId(2, 1) } } = over;
  const { destination = { ...owner(flow.to.startsWith('own ') ? 2 : 3), fundingSourceId: timedId(2, 2) } } = over;
  const amount = moneyToJson(usd(over.minor ?? tenDollars.minor));
  const ids = { paymentId: timedId(1_000 + payments, payments), attemptId: timedId(2_000 + payments, payments) };
  const accountId = timedId(1, 1);
  const legs = legsOf(flow, { ...ids, accountId, amount, source, destination, fees: over.fees });
  return { ...ids, kind, source, destination, accountId, legs, at: when };
}

/** A party without a balance has none here. If both balances are the same, there is one. */
export function balancesOf({ kind, source, destination }: PaymentUnderTest): readonly (string | undefined)[] {
  const [from = '', to = ''] = kind.split(' to ');
  const sender = from === 'holder balance' ? source.fundingSourceId : balanceIdOf(source.ownerId);
  const receiver = to.endsWith(' balance') ? destination.fundingSourceId : balanceIdOf(destination.ownerId);
  if (to === 'own balance') return [undefined, receiver];
  return [from.startsWith('holder') ? sender : undefined, /^(own|plain)/.test(to) ? undefined : receiver];
}
