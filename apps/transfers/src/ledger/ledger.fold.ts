import type { StoredEvent } from '@halyard/event-store';
import { type BalanceEvent, balanceEventOf } from '../balance/balance.model.js';
import {
  type Leg,
  type PaymentEvent,
  paymentEventOf,
  paymentOfStream,
  type PaymentTerms,
} from '../payment/payment.model.js';
import { BANK_CLEARING, paymentOfTransit } from '../payment/chart-of-accounts.js';

/** What the ledger keeps of a payment while it is under way. */
export interface LedgerPayment {
  /**
   * Legs that are not processed yet -> what the leg says that it brings in (above zero) or takes out, whatever is posted
   * for it; zero where it moves between balances. Empty before the payment, and for one that the ledger holds to have ended.
   */
  readonly openLegs: Map<string, bigint>;
  /** Its transit account: what was taken and has not arrived. */
  transitMinor: bigint;
}

/**
 * `clearing...`: what was posted between transit accounts and bank clearing. `payments...`: the same recomputed from the
 * payments on their own, by what their legs say. The two are compared.
 */
export type LedgerTotal = 'clearingIn' | 'clearingOut' | 'paymentsIn' | 'paymentsOut';

/** What a batch of events adds to the ledger. */
export interface LedgerChanges {
  /** Funding source -> what its posted balance changes by. */
  readonly balances: Map<string, bigint>;
  readonly totals: Map<LedgerTotal, bigint>;
  /** Payment -> as it is since. */
  readonly payments: Map<string, LedgerPayment>;
}

const add = <Key>(sums: Map<Key, bigint>, key: Key, minor: bigint): void => {
  sums.set(key, (sums.get(key) ?? 0n) + minor);
};

/** Folds events in place. Pure. @param changes with those payments of the batch that the ledger knows already */
export function foldLedger(changes: LedgerChanges, event: StoredEvent): void {
  const { stream } = event;
  if (stream.startsWith('balance-')) foldPosting(changes, stream.slice('balance-'.length), balanceEventOf(event));
  else foldPayment(changes, paymentOfStream(stream), paymentEventOf(event));
}

function foldPosting(changes: LedgerChanges, fundingSourceId: string, { type, data }: BalanceEvent): void {
  if (type === 'HoldPlaced' || type === 'HoldReleased') return;
  const minor = type === 'CreditPosted' ? BigInt(data.amount.minor) : -BigInt(data.amount.minor);
  add(changes.balances, fundingSourceId, minor);
  paymentIn(changes, paymentOfTransit(data.contra)).transitMinor -= minor;
}

function foldPayment(changes: LedgerChanges, paymentId: string, { type, data }: PaymentEvent): void {
  switch (type) {
    case 'PaymentInitiated':
      changes.payments.set(paymentId, { openLegs: openLegsOf(data), transitMinor: 0n });
      return;
    case 'LegSettled': {
      const minor = BigInt(data.amount.minor);
      const payment = paymentIn(changes, paymentId);
      payment.transitMinor += data.direction === 'in' ? minor : -minor;
      add(changes.totals, data.direction === 'in' ? 'clearingIn' : 'clearingOut', minor);
      const said = payment.openLegs.get(data.legId) ?? 0n;
      if (said > 0n) add(changes.totals, 'paymentsIn', said);
      if (said < 0n) add(changes.totals, 'paymentsOut', -said);
      return;
    }
    case 'LegsStopped': {
      const payment = paymentIn(changes, paymentId);
      for (const { legId } of data.legs) payment.openLegs.set(legId, payment.openLegs.get(legId) ?? 0n);
      if (!data.back) return;
      const minor = BigInt(data.back.amount.minor);
      const isIn = data.back.direction === 'in';
      payment.transitMinor += isIn ? minor : -minor;
      add(changes.totals, isIn ? 'clearingIn' : 'clearingOut', minor);
      add(changes.totals, isIn ? 'paymentsIn' : 'paymentsOut', minor);
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
    case 'LegCreated':
      return;
  }
}

const openLegsOf = ({ legs }: PaymentTerms): Map<string, bigint> =>
  new Map(legs.map((leg) => [leg.id, broughtBy(leg)]));

const broughtBy = ({ from, to, amount }: Leg): bigint =>
  from === BANK_CLEARING ? BigInt(amount.minor) : to === BANK_CLEARING ? -BigInt(amount.minor) : 0n;

/** A payment that is not known has ended and was forgotten: what moves for it now shows as an imbalance. */
function paymentIn({ payments }: LedgerChanges, paymentId: string): LedgerPayment {
  let payment = payments.get(paymentId);
  if (!payment) {
    payment = { openLegs: new Map(), transitMinor: 0n };
    payments.set(paymentId, payment);
  }
  return payment;
}

/** Whether the ledger has to keep a payment: while it is under way, and where its transit account is not at rest. */
export const isUnsettled = ({ openLegs, transitMinor }: LedgerPayment): boolean =>
  openLegs.size > 0 || transitMinor !== 0n;

/** The payments that a batch is about, whose beginning is not in it. */
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
