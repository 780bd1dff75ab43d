import { InMemoryEventStore } from '@halyard/event-store/testing';
import { describe, expect, it } from '@jest/globals';
import { type EventStore } from '@halyard/event-store';
import { until } from '@halyard/testing/waiting';
import { type Fate, FaultyEventStore } from '../../../test/faulty-event-store.js';
import { booksOf, everyEvent, settle, startProcess } from '../../../test/payment-processes.js';
import { type PaymentKind, type PaymentUnderTest, termsOf } from '../../../test/payments.js';
import { statusOf } from '../payment.model.js';

/** A store in which the payment's source, if it is a balance, holds 15 dollars. */
async function fundedStore({ kind, source }: PaymentUnderTest): Promise<EventStore> {
  const store = new InMemoryEventStore();
  if (kind === 'deposit') return store;
  const { process } = startProcess(store);
  const funding = termsOf('deposit', { destination: source, minor: 15_00n });
  await process.begin(funding, {});
  await settle(process, funding);
  return store;
}

/** All that a flow has to do, as handlers do it. */
async function run(terms: PaymentUnderTest, store: EventStore): Promise<void> {
  const { process } = startProcess(store);
  await process.begin(terms, {});
  if (terms.kind !== 'balanceTransfer') await settle(process, terms);
}

const typesOf = async (store: EventStore, { paymentId }: PaymentUnderTest): Promise<string[]> =>
  (await everyEvent(store)).filter(({ stream }) => stream === `payment-${paymentId}`).map(({ type }) => type);

async function appendsOf(terms: PaymentUnderTest): Promise<number> {
  let appends = 0;
  const store = new FaultyEventStore(await fundedStore(terms), () => {
    appends += 1;
    return 'committed';
  });
  await run(terms, store);
  return appends;
}

describe.each<[PaymentKind, number, string[]]>([
  ['deposit', 5, ['PaymentInitiated', 'PaymentAccepted', 'LegSettled', 'LegProcessed']],
  ['withdrawal', 6, ['PaymentInitiated', 'PaymentAccepted', 'LegSettled', 'LegProcessed']],
  ['balanceTransfer', 4, ['PaymentInitiated', 'PaymentAccepted', 'LegProcessed']],
])('a %s', (kind, appends, events) => {
  it(`takes ${appends} appends`, async () => expect(await appendsOf(termsOf(kind))).toBe(appends));

  const crashes = Array.from({ length: appends }, (_, step) => step + 1).flatMap((step) =>
    (['refused', 'lost'] as const).map((fate): [number, Fate] => [step, fate]),
  );
  it.each(crashes)('whose process dies at append %i, %s, is finished once', async (step, fate) => {
    const terms = termsOf(kind);
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
    await dying.settled();

    const next = startProcess(store);
    next.recovery.start();
    const isBegun = (await typesOf(store, terms)).length > 0;
    await until('the payment is completed, if it was begun', async () => {
      const { payment } = await next.payments.load(terms.paymentId);
      // Until its bank leg is settled a payment may rightly wait; the bank speaks again, as it would.
      if (statusOf(payment) === 'open' && kind !== 'balanceTransfer') await settle(next.process, terms);
      return statusOf(payment) === 'ended' || !isBegun;
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
    expect(posted(source.fundingSourceId)).toBe(kind === 'deposit' ? 0n : -10_00n);
    expect(posted(destination.fundingSourceId)).toBe(kind === 'withdrawal' ? 0n : 10_00n);
    expect(await next.balances.current(source.fundingSourceId)).toMatchObject({
      availableMinor: books.posted[source.fundingSourceId] ?? 0n,
    });
  });
});
