import type { Clock } from '@halyard/core';
import { InMemorySnapshots } from '@halyard/event-store/testing';
import { type EventStore, type StoredEvent } from '@halyard/event-store';
import { Balances } from '../src/balance/balances.js';
import { foldLedger, isUnsettled, type LedgerChanges, type LedgerTotal } from '../src/ledger/ledger.fold.js';
import { Limits } from '../src/limit/limits.js';
import { PaymentProcess } from '../src/payment/payment.process.js';
import type { Payment, PaymentTerms } from '../src/payment/payment.model.js';
import { Payments } from '../src/payment/payments.js';
import { PaymentRecovery } from '../src/payment/recover-payments/payment-recovery.js';
import { timedId } from './ids.js';
import { eventsAfter, InMemoryUnfinishedPayments } from './in-memory-unfinished-payments.js';
import { TestClock } from '@halyard/testing/clock';
import { when } from './payments.js';

const silent = { error: () => undefined, warn: () => undefined };

export function startProcess(
  store: EventStore,
  {
    sweepMs = 1,
    followed = store,
    clock = new TestClock(new Date(when)),
  }: { readonly sweepMs?: number; readonly followed?: EventStore; readonly clock?: Clock } = {},
) {
  const balances = new Balances(store, new InMemorySnapshots(), silent);
  const payments = new Payments(store);
  const limits = new Limits(store, new InMemorySnapshots(), silent);
  const process = new PaymentProcess(store, payments, balances, limits, clock);
  const unfinished = new InMemoryUnfinishedPayments(followed);
  const recovery = new PaymentRecovery(process, unfinished, sweepMs, silent);
  return { balances, limits, payments, process, recovery, unfinished };
}

let steps = 0;

const nextStep = (): string => {
  steps += 1;
  return timedId(1_000_000 + steps, steps);
};

/** Settles all legs of a payment at the bank, with new settlement ids. */
export function settle(process: PaymentProcess, { paymentId, legs }: PaymentTerms): Promise<Payment> {
  return process.bank(
    paymentId,
    legs.map(({ id: legId }) => ({ type: 'SettleLeg', legId, settlementId: nextStep(), at: when })),
  );
}

export const everyEvent = (store: EventStore): Promise<StoredEvent[]> => eventsAfter(store, 0n);

export interface Books {
  /** Funding source -> posted cents. */
  readonly posted: Readonly<Record<string, bigint>>;
  readonly totals: Readonly<Partial<Record<LedgerTotal, bigint>>>;
  /** Payments that have not ended, or have money in transit. */
  readonly unsettled: readonly string[];
  /** Zero if no money was made or lost. */
  readonly discrepancy: bigint;
}

export function booksOf(events: readonly StoredEvent[]): Books {
  const changes: LedgerChanges = {
    balances: new Map(),
    totals: new Map(),
    payments: new Map(),
    forgotten: new Map(),
  };
  for (const event of events) foldLedger(changes, event);
  const sum = (values: Iterable<bigint>) => [...values].reduce((total, value) => total + value, 0n);
  const posted = new Map([...changes.balances.values()].flatMap((own) => [...own]));
  const totals = new Map<LedgerTotal, bigint>();
  for (const [name, minor] of [...changes.totals.values()].flatMap((own) => [...own])) {
    totals.set(name, (totals.get(name) ?? 0n) + minor);
  }
  const total = (name: LedgerTotal) => totals.get(name) ?? 0n;
  const transit = sum([...changes.payments.values()].map(({ transitMinor }) => transitMinor));
  return {
    posted: Object.fromEntries(posted),
    totals: Object.fromEntries(totals),
    unsettled: [...changes.payments].filter(([, payment]) => isUnsettled(payment)).map(([id]) => id),
    discrepancy: sum(posted.values()) + transit - (total('paymentsIn') - total('paymentsOut')),
  };
}
