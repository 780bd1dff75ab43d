import type { StoredEvent } from '@halyard/event-store';
import { type BalanceEvent, balanceEventOf, postedBy } from '../balance/balance.model.js';
import {
  type Leg,
  type PaymentEvent,
  paymentEventOf,
  paymentOfStream,
  type PaymentTerms,
} from '../payment/payment.model.js';
import { BANK_CLEARING, paymentOfTransit } from '../payment/chart-of-accounts.js';

export interface LedgerPayment {
  readonly accountId: string;
  /**
   * For each leg that is not processed yet: the amount that its terms bring in (positive) or take out (negative),
   * whatever is posted for it. Zero for a leg between balances. The map is empty before the payment begins and once the
   * ledger considers it ended.
   */
  readonly openLegs: Map<string, bigint>;
  /** Balance of the payment's transit account: money that was taken and has not arrived. */
  transitMinor: bigint;
}

/**
 * `clearing...`: amounts posted between transit accounts and bank clearing. `payments...`: the same amounts, computed
 * independently from the legs' terms, to be compared.
 */
export type LedgerTotal = 'clearingIn' | 'clearingOut' | 'paymentsIn' | 'paymentsOut';

export interface LedgerChanges {
  /** Account -> funding source -> change of its posted balance. */
  readonly balances: Map<string, Map<string, bigint>>;
  /** By account. */
  readonly totals: Map<string, Map<LedgerTotal, bigint>>;
  /** By payment id: the payment's record after the batch. */
  readonly payments: Map<string, LedgerPayment>;
  /** Payment id -> account, for payments that the ledger has forgotten. */
  readonly forgotten: ReadonlyMap<string, string>;
}

/** The account of postings that belong to no known payment. */
export const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

function add<Key>(sums: Map<string, Map<Key, bigint>>, accountId: string, key: Key, minor: bigint): void {
  const own = sums.get(accountId) ?? new Map<Key, bigint>();
  sums.set(accountId, own.set(key, (own.get(key) ?? 0n) + minor));
}

/** Folds in place. @param changes contains the records of payments that the ledger knows already */
export function foldLedger(changes: LedgerChanges, event: StoredEvent): void {
  const { stream } = event;
  if (stream.startsWith('balance-')) foldPosting(changes, stream.slice('balance-'.length), balanceEventOf(event));
  else foldPayment(changes, paymentOfStream(stream), paymentEventOf(event));
}

function foldPosting(changes: LedgerChanges, fundingSourceId: string, event: BalanceEvent): void {
  const minor = postedBy(event);
  if (minor === undefined) return;
  const payment = paymentIn(changes, paymentOfTransit(event.data.contra));
  add(changes.balances, payment.accountId, fundingSourceId, minor);
  payment.transitMinor -= minor;
}

function foldPayment(changes: LedgerChanges, paymentId: string, { type, data }: PaymentEvent): void {
  switch (type) {
    case 'PaymentInitiated':
      changes.payments.set(paymentId, { accountId: data.accountId, openLegs: openLegsOf(data), transitMinor: 0n });
      return;
    case 'LegSettled': {
      const minor = BigInt(data.amount.minor);
      const payment = paymentIn(changes, paymentId);
      payment.transitMinor += data.direction === 'in' ? minor : -minor;
      add(changes.totals, payment.accountId, data.direction === 'in' ? 'clearingIn' : 'clearingOut', minor);
      const said = payment.openLegs.get(data.legId) ?? 0n;
      if (said > 0n) add(changes.totals, payment.accountId, 'paymentsIn', said);
      if (said < 0n) add(changes.totals, payment.accountId, 'paymentsOut', -said);
      return;
    }
    case 'LegsStopped': {
      const payment = paymentIn(changes, paymentId);
      for (const { legId } of data.legs) payment.openLegs.set(legId, payment.openLegs.get(legId) ?? 0n);
      if (!data.back) return;
      const minor = BigInt(data.back.amount.minor);
      const isIn = data.back.direction === 'in';
      payment.transitMinor += isIn ? minor : -minor;
      add(changes.totals, payment.accountId, isIn ? 'clearingIn' : 'clearingOut', minor);
      add(changes.totals, payment.accountId, isIn ? 'paymentsIn' : 'paymentsOut', minor);
      return;
    }
    case 'LegProcessed':
    case 'LegRefused':
    case 'LegFailed':
    case 'LegCancelled':
      paymentIn(changes, paymentId).openLegs.delete(data.legId);
      return;
    case 'PaymentRefused':
      paymentIn(changes, paymentId).openLegs.clear();
      return;
    case 'PaymentAccepted':
    case 'LegSubmitted':
    case 'LegCorrected':
    case 'LegCreated':
      return;
  }
}

const openLegsOf = ({ legs }: PaymentTerms): Map<string, bigint> =>
  new Map(legs.map((leg) => [leg.id, broughtBy(leg)]));

const broughtBy = ({ from, to, amount }: Leg): bigint =>
  from === BANK_CLEARING ? BigInt(amount.minor) : to === BANK_CLEARING ? -BigInt(amount.minor) : 0n;

/** An unknown payment has ended and was forgotten. If money still moves for it, that now shows as an imbalance. */
function paymentIn({ payments, forgotten }: LedgerChanges, paymentId: string): LedgerPayment {
  let payment = payments.get(paymentId);
  if (!payment) {
    payment = { accountId: forgotten.get(paymentId) ?? NO_ACCOUNT, openLegs: new Map(), transitMinor: 0n };
    payments.set(paymentId, payment);
  }
  return payment;
}

export const isUnsettled = ({ openLegs, transitMinor }: LedgerPayment): boolean =>
  openLegs.size > 0 || transitMinor !== 0n;

export function paymentsBegunEarlier(events: readonly StoredEvent[]): Set<string> {
  const begun = new Set<string>();
  const earlier = new Set<string>();
  for (const event of events) {
    const paymentId = paymentOf(event);
    if (event.revision === 0 && isOfPayment(event)) begun.add(paymentId);
    else if (!begun.has(paymentId)) earlier.add(paymentId);
  }
  return earlier;
}

const isOfPayment = ({ stream }: StoredEvent): boolean => stream.startsWith('payment-');

const paymentOf = (event: StoredEvent): string =>
  isOfPayment(event) ? paymentOfStream(event.stream) : paymentOfTransit(balanceEventOf(event).data.contra);
