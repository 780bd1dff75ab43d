import type { MoneyJson } from '@halyard/core';
import { balanceAccount, BANK_CLEARING, type LedgerAccount, transitOf } from '../ledger/chart-of-accounts.js';
import { legIdOf } from './payment-ids.js';
import type { Leg, LegKind, PaymentSide } from './payment.model.js';

/** Where a leg's money is: at a bank, on the balance of the payment's source or destination, or under way in between. */
type Place = 'bank' | 'source' | 'destination' | 'transit';

interface LegOfFlow {
  readonly kind: LegKind;
  readonly from: Place;
  readonly to: Place;
  /** Places, in this list, of legs that have to be processed before. */
  readonly dependsOn?: readonly number[];
}

/** A holder has a balance (the account, a verified customer); whoever is plain has none. */
type Holder = 'holder' | 'plain';
type Kind = 'bank' | 'balance';

/** What a payment between two ends comes to. */
export interface Flow {
  readonly from: `${Holder} ${Kind}`;
  readonly to: `${'own' | Holder} ${Kind}`;
  /** The first is the main one: its id is the payment's. */
  readonly legs: readonly LegOfFlow[];
}

/**
 * Which parties and funding sources make which legs: the leg table (reference facts 7.5), as far as it is built. This is
 * the only place that knows of flows; whatever comes after sees legs.
 */
export const flows: readonly Flow[] = [
  { from: 'holder bank', to: 'own balance', legs: [{ kind: 'bankDebit', from: 'bank', to: 'destination' }] },
  { from: 'holder balance', to: 'own bank', legs: [{ kind: 'bankCredit', from: 'source', to: 'bank' }] },
  { from: 'holder balance', to: 'holder balance', legs: [{ kind: 'balanceMove', from: 'source', to: 'destination' }] },
];

/** Kinds of the two ends of a payment. */
export interface Ends {
  readonly source: { readonly isHolder: boolean; readonly type: Kind };
  readonly destination: { readonly isHolder: boolean; readonly type: Kind };
  /** One owner on both sides. */
  readonly isOwn: boolean;
}

/** @returns undefined for a flow that is not built */
export function flowBetween({ source, destination, isOwn }: Ends): Flow | undefined {
  const holder = (isHolder: boolean): Holder => (isHolder ? 'holder' : 'plain');
  const from = `${holder(source.isHolder)} ${source.type}` as const;
  const to = `${isOwn ? 'own' : holder(destination.isHolder)} ${destination.type}` as const;
  return flows.find((flow) => flow.from === from && flow.to === to);
}

/** What the legs of one payment are made for. */
export interface LegsFor {
  readonly paymentId: string;
  readonly attemptId: string;
  readonly amount: MoneyJson;
  readonly source: PaymentSide;
  readonly destination: PaymentSide;
}

export function legsOf({ legs }: Pick<Flow, 'legs'>, payment: LegsFor): Leg[] {
  const { paymentId, attemptId, amount, source, destination } = payment;
  const ids = legs.map((_, place) => (place === 0 ? paymentId : legIdOf(attemptId, place)));
  const accounts: Readonly<Record<Place, LedgerAccount>> = {
    bank: BANK_CLEARING,
    source: balanceAccount(source.fundingSourceId),
    destination: balanceAccount(destination.fundingSourceId),
    transit: transitOf(paymentId),
  };
  return legs.map(({ kind, from, to, dependsOn = [] }, place) => ({
    id: ids[place] ?? paymentId,
    kind,
    from: accounts[from],
    to: accounts[to],
    amount,
    dependsOn: dependsOn.map((needed) => ids[needed] ?? paymentId),
    source,
    destination,
  }));
}
