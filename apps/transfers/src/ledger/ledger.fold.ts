import type { StoredEvent } from '@halyard/event-store';
import { type BalanceEvent, balanceEventOf } from '../balance/balance.model.js';
import { type Flow, type PaymentEvent, paymentEventOf, paymentOfStream } from '../payment/payment.model.js';
import { paymentOfTransit } from './chart-of-accounts.js';

/** What the ledger keeps of a payment while it is under way. */
export interface LedgerPayment {
  /** Null for a payment that the ledger holds to have ended, and that money moved for since. */
  readonly flow: Flow | null;
  /** What the payment says that it moves, whatever its postings say. */
  readonly amountMinor: bigint;
  /** Its transit account: what was taken and has not arrived. */
  transitMinor: bigint;
  ended: boolean;
}

/**
 * `clearing...`: what was posted between transit accounts and bank clearing. `payments...`: the same recomputed from the
 * payments on their own, their amounts and flows. The two are compared.
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
    case 'PaymentInitiated': {
      const { flow, amount } = data;
      changes.payments.set(paymentId, { flow, amountMinor: BigInt(amount.minor), transitMinor: 0n, ended: false });
      return;
    }
    case 'LegSettled': {
      const minor = BigInt(data.amount.minor);
      const payment = paymentIn(changes, paymentId);
      payment.transitMinor += data.direction === 'in' ? minor : -minor;
      add(changes.totals, data.direction === 'in' ? 'clearingIn' : 'clearingOut', minor);
      if (payment.flow === 'deposit') add(changes.totals, 'paymentsIn', payment.amountMinor);
      if (payment.flow === 'withdrawal') add(changes.totals, 'paymentsOut', payment.amountMinor);
      return;
    }
    case 'PaymentRefused':
    case 'PaymentCompleted':
      paymentIn(changes, paymentId).ended = true;
      return;
    case 'PaymentAccepted':
      return;
  }
}

/** A payment that is not known has ended and was forgotten: what moves for it now shows as an imbalance. */
function paymentIn({ payments }: LedgerChanges, paymentId: string): LedgerPayment {
  let payment = payments.get(paymentId);
  if (!payment) {
    payment = { flow: null, amountMinor: 0n, transitMinor: 0n, ended: true };
    payments.set(paymentId, payment);
  }
  return payment;
}

/** Whether the ledger has to keep a payment: while it is under way, and where its transit account is not at rest. */
export const isUnsettled = ({ ended, transitMinor }: LedgerPayment): boolean => !ended || transitMinor !== 0n;

/** The payments that a batch is about, whose beginning is not in it. */
export function paymentsBegunEarlier(events: readonly StoredEvent[]): Set<string> {
  const begun = new Set<string>();
  const earlier = new Set<string>();
  for (const event of events) {
    const paymentId = paymentOf(event);
    if (event.type === 'PaymentInitiated') begun.add(paymentId);
    else if (!begun.has(paymentId)) earlier.add(paymentId);
  }
  return earlier;
}

const paymentOf = (event: StoredEvent): string =>
  event.stream.startsWith('balance-')
    ? paymentOfTransit(balanceEventOf(event).data.contra)
    : paymentOfStream(event.stream);
