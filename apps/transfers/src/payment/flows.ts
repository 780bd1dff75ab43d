import { balanceIdOf } from '@halyard/contracts/funding-sources';
import type { MoneyJson } from '@halyard/core';
import { legIdOf } from '../payment-ids.js';
import { balanceAccount, balanceOfAccount, BANK_CLEARING, type LedgerAccount, transitOf } from './chart-of-accounts.js';
import { type Fee, feeLeg, lessFees } from './fees.js';
import { isHeldAtFirst } from './payment.legs.js';
import type { Clearing, CreditClearing, Leg, LegKind, PaymentSide } from './payment.model.js';

type Place = 'bank' | 'sender' | 'receiver' | 'transit';

/** `source` and `destination` are as the caller named them; the others are the balances of the parties. */
type Side = 'source' | 'destination' | 'sender' | 'receiver';

interface LegOfFlow {
  readonly kind: LegKind;
  readonly from: Place;
  readonly to: Place;
  /** Who pays whom, as clients see it. Default: `source` pays `destination`. */
  readonly between?: readonly [Side, Side];
  /** Index of the leg that has to be processed before this one. */
  readonly after?: number;
  /** This leg is created only after the leg `after`: the money waits on a balance, and must still be there then. */
  readonly isLater?: true;
  /** Whose balance is credited if the money does not reach the bank, and debited if the bank takes it back. */
  readonly recourse?: 'sender' | 'receiver';
}

/** A holder has a balance (the account, a verified customer); a plain party has none. */
type Holder = 'holder' | 'plain';
type Kind = 'bank' | 'balance' | 'wire';

export interface Flow {
  readonly from: `${Holder} ${Kind}`;
  readonly to: `${'own' | Holder} ${Kind}`;
  readonly legs: readonly LegOfFlow[];
  /** Index of the main leg, whose id is the payment's. */
  readonly main: number;
}

const fromBank = { kind: 'bankDebit', from: 'bank' } as const;
const toBank = { kind: 'bankCredit', to: 'bank' } as const;
const funding = { ...fromBank, to: 'transit', between: ['source', 'sender'] } as const;
/** Moves the money from the balance that it has reached to the destination bank. */
const onward = (of: 'sender' | 'receiver', after: number) =>
  ({ ...toBank, from: of, between: [of, 'destination'], after, isLater: true, recourse: of }) as const;

/** The leg table (reference facts 7.5) and wires. Only this file knows flows; all other code sees legs. */
export const flows: readonly Flow[] = [
  { from: 'holder bank', to: 'own balance', main: 0, legs: [{ ...fromBank, to: 'receiver', recourse: 'receiver' }] },
  { from: 'holder balance', to: 'own bank', main: 0, legs: [{ ...toBank, from: 'sender', recourse: 'sender' }] },
  {
    from: 'holder balance',
    to: 'own wire',
    main: 0,
    legs: [{ kind: 'wire', from: 'sender', to: 'bank', recourse: 'sender' }],
  },
  {
    from: 'holder bank',
    to: 'holder balance',
    main: 1,
    legs: [
      { ...funding, recourse: 'receiver' },
      { kind: 'balanceMove', from: 'transit', to: 'receiver', after: 0 },
    ],
  },
  {
    from: 'holder bank',
    to: 'holder bank',
    main: 1,
    legs: [
      { ...funding, recourse: 'receiver' },
      { kind: 'balanceMove', from: 'transit', to: 'receiver', after: 0 },
      onward('receiver', 1),
    ],
  },
  {
    from: 'holder bank',
    to: 'plain bank',
    main: 1,
    legs: [
      { ...funding, recourse: 'sender' },
      { ...toBank, from: 'transit', after: 0, recourse: 'sender' },
    ],
  },
  {
    from: 'holder balance',
    to: 'holder balance',
    main: 0,
    legs: [{ kind: 'balanceMove', from: 'sender', to: 'receiver' }],
  },
  {
    from: 'holder balance',
    to: 'holder bank',
    main: 0,
    legs: [{ kind: 'balanceMove', from: 'sender', to: 'receiver' }, onward('receiver', 0)],
  },
  { from: 'holder balance', to: 'plain bank', main: 0, legs: [{ ...toBank, from: 'sender', recourse: 'sender' }] },
  {
    from: 'plain bank',
    to: 'holder balance',
    main: 0,
    legs: [{ ...fromBank, to: 'receiver', recourse: 'receiver' }],
  },
  {
    from: 'plain bank',
    to: 'holder bank',
    main: 0,
    legs: [{ ...fromBank, to: 'receiver', recourse: 'receiver' }, onward('receiver', 0)],
  },
  {
    from: 'holder bank',
    to: 'own bank',
    main: 0,
    legs: [{ ...fromBank, to: 'sender', between: ['source', 'sender'], recourse: 'sender' }, onward('sender', 0)],
  },
];

export interface FlowEnd {
  readonly isHolder: boolean;
  readonly type: Kind;
}

interface FlowEnds {
  readonly source: FlowEnd;
  readonly destination: FlowEnd;
  /** Whether both ends have the same owner. */
  readonly isOwn: boolean;
}

const flowOf = new Map(flows.map((flow) => [`${flow.from} to ${flow.to}`, flow]));

/** @returns undefined if money may not move between these ends (reference facts 7.1) */
export function flowBetween({ source, destination, isOwn }: FlowEnds): Flow | undefined {
  const holder = (isHolder: boolean): Holder => (isHolder ? 'holder' : 'plain');
  const from = `${holder(source.isHolder)} ${source.type}`;
  return flowOf.get(`${from} to ${isOwn ? 'own' : holder(destination.isHolder)} ${destination.type}`);
}

interface LegsFor {
  readonly paymentId: string;
  readonly attemptId: string;
  readonly accountId: string;
  readonly amount: MoneyJson;
  readonly source: PaymentSide;
  readonly destination: PaymentSide;
  /** Only for the legs that credit a bank. */
  readonly clearing?: CreditClearing;
  readonly fees?: readonly Fee[];
}

const clearingOf = ({ from, to }: Pick<LegOfFlow, 'from' | 'to'>, credit: CreditClearing): Clearing | undefined =>
  from === 'bank' ? { source: 'standard' } : to === 'bank' ? { destination: credit } : undefined;

const balanceOf = (side: PaymentSide, kind: string): PaymentSide =>
  kind.endsWith(' balance') ? side : { ...side, fundingSourceId: balanceIdOf(side.ownerId) };

export function legsOf(flow: Flow, payment: LegsFor): Leg[] {
  const { legs, main } = flow;
  const { paymentId, attemptId, amount, source, destination, clearing = 'standard', fees = [] } = payment;
  const ids = legs.map((_, place) => (place === main ? paymentId : legIdOf(attemptId, place)));
  const sides: Readonly<Record<Side, PaymentSide>> = {
    source,
    destination,
    sender: balanceOf(source, flow.from),
    receiver: balanceOf(destination, flow.to),
  };
  const accounts: Readonly<Record<Place, LedgerAccount>> = {
    bank: BANK_CLEARING,
    sender: balanceAccount(sides.sender.fundingSourceId),
    receiver: balanceAccount(sides.receiver.fundingSourceId),
    transit: transitOf(paymentId),
  };
  const moves = legs.map(
    ({ kind, from, to, between = ['source', 'destination'], after, isLater, recourse }, place): Leg => ({
      id: ids[place] ?? paymentId,
      kind,
      from: accounts[from],
      to: accounts[to],
      amount: isLater && fees.length > 0 ? lessFees(amount, fees) : amount,
      dependsOn: after === undefined ? [] : [ids[after] ?? paymentId],
      source: sides[between[0]],
      destination: sides[between[1]],
      taken: isLater && 'onceFunded',
      recourse: recourse && sides[recourse],
      clearing: kind === 'wire' ? undefined : clearingOf({ from, to }, clearing),
    }),
  );
  if (fees.length === 0) return withoutHold(moves);
  const payers = {
    ...payment,
    isFromBank: flow.from.endsWith(' bank'),
    sender: flow.from.startsWith('holder ') ? sides.sender : undefined,
    receiver: sides.receiver,
  };
  return withoutHold([...moves, ...fees.map((fee, nth) => feeLeg(fee, legIdOf(attemptId, legs.length + nth), payers))]);
}

/** If money moves at once between balances and nothing else is held, it needs no hold (ADR 64). */
function withoutHold(legs: Leg[]): Leg[] {
  const [first, ...others] = legs.filter(isHeldAtFirst);
  const isAtOnce = first && others.length === 0 && first.dependsOn.length === 0 && balanceOfAccount(first.to);
  return isAtOnce ? legs.map((leg) => (leg === first ? { ...leg, taken: 'atOnce' } : leg)) : legs;
}
