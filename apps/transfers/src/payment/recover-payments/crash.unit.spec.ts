import { describe, expect, it } from '@jest/globals';
import { usd } from '@halyard/core';
import { type EventStore, InMemoryEventStore } from '@halyard/event-store';
import { until } from '@halyard/testing/waiting';
import { type Fate, FaultyEventStore } from '../../../test/faulty-event-store.js';
import { booksOf, everyEvent, MemoryCheckpoints, startProcess } from '../../../test/payment-processes.js';
import { tenDollars, termsOf } from '../../../test/payments.js';
import type { Flow, PaymentTerms } from '../payment.model.js';

/** A store in which the payment's source, if it is a balance, holds 15 dollars. */
async function fundedStore({ flow, source }: PaymentTerms): Promise<EventStore> {
  const store = new InMemoryEventStore();
  if (flow === 'deposit') return store;
  const { process } = startProcess(store);
  const funding = termsOf('deposit', { destination: source });
  await process.begin(funding, usd(15_00n), {});
  await process.settleBankLeg(funding.paymentId);
  return store;
}

/** All that a flow has to do, as handlers do it. */
async function run(terms: PaymentTerms, store: EventStore): Promise<void> {
  const { process } = startProcess(store);
  await process.begin(terms, tenDollars, {});
  if (terms.flow !== 'balanceTransfer') await process.settleBankLeg(terms.paymentId);
}

const typesOf = async (store: EventStore, { paymentId }: PaymentTerms): Promise<string[]> =>
  (await everyEvent(store)).filter(({ stream }) => stream === `payment-${paymentId}`).map(({ type }) => type);

async function appendsOf(terms: PaymentTerms): Promise<number> {
  let appends = 0;
  const store = new FaultyEventStore(await fundedStore(terms), () => {
    appends += 1;
    return 'committed';
  });
  await run(terms, store);
  return appends;
}

describe.each<[Flow, number, string[]]>([
  ['deposit', 5, ['PaymentInitiated', 'PaymentAccepted', 'LegSettled', 'PaymentCompleted']],
  ['withdrawal', 5, ['PaymentInitiated', 'PaymentAccepted', 'LegSettled', 'PaymentCompleted']],
  ['balanceTransfer', 6, ['PaymentInitiated', 'PaymentAccepted', 'PaymentCompleted']],
])('a %s', (flow, appends, events) => {
  it(`takes ${appends} appends`, async () => expect(await appendsOf(termsOf(flow))).toBe(appends));

  const crashes = Array.from({ length: appends }, (_, step) => step + 1).flatMap((step) =>
    (['refused', 'lost'] as const).map((fate): [number, Fate] => [step, fate]),
  );
  it.each(crashes)('whose process dies at append %i, %s, is finished once', async (step, fate) => {
    const terms = termsOf(flow);
    const store = await fundedStore(terms);
    const before = booksOf(await everyEvent(store));
    let count = 0;
    const dying = new FaultyEventStore(store, () => {
      count += 1;
      if (count < step) return 'committed';
      dying.sever();
      return fate;
    });
    await expect(run(terms, dying)).rejects.toThrow();

    const next = startProcess(store, new MemoryCheckpoints());
    next.recovery.start();
    const isBegun = (await typesOf(store, terms)).length > 0;
    await until('the payment is completed, if it was begun', async () => {
      const { payment } = await next.payments.load(terms.paymentId);
      // Until its bank leg is settled a payment may rightly wait; the bank speaks again, as it would.
      if (payment.status === 'accepted' && flow !== 'balanceTransfer')
        await next.process.settleBankLeg(terms.paymentId);
      return payment.status === 'completed' || !isBegun;
    });
    await next.recovery.stop();

    const books = booksOf(await everyEvent(store));
    expect(books).toMatchObject({ discrepancy: 0n, unsettled: [] });
    if (!isBegun) {
      expect(books).toEqual(before);
      return;
    }
    expect(await typesOf(store, terms)).toEqual(events);
    const { source, destination } = terms;
    const posted = (id: string) => (books.posted[id] ?? 0n) - (before.posted[id] ?? 0n);
    expect(posted(source.fundingSourceId)).toBe(flow === 'deposit' ? 0n : -10_00n);
    expect(posted(destination.fundingSourceId)).toBe(flow === 'withdrawal' ? 0n : 10_00n);
    expect(await next.balances.current(source.fundingSourceId)).toMatchObject({
      availableMinor: books.posted[source.fundingSourceId] ?? 0n,
    });
  });
});
