import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EventStoreUnavailable, InMemoryEventStore } from '@halyard/event-store';
import { until } from '@halyard/testing/waiting';
import { timedId } from '../../../test/ids.js';
import { type Fate, FaultyEventStore } from '../../../test/faulty-event-store.js';
import { booksOf, everyEvent, settle, startProcess } from '../../../test/payment-processes.js';
import { anotherAttempt, type PaymentKind, type PaymentUnderTest, termsOf } from '../../../test/payments.js';
import { transitOf } from '../chart-of-accounts.js';
import { paymentStream, type PaymentTerms, statusOf } from '../payment.model.js';

const FUNDS = 20n;
const balances = [1, 2, 3].map((n) => timedId(5, n));
const bank = timedId(6, 1);
const fundingSource = (fundingSourceId: string) =>
  ({ ownerKind: 'account', ownerId: timedId(1, 1), fundingSourceId }) as const;

/** One request for a payment, by one process or several, at about the same time. */
interface Request {
  readonly kind: PaymentKind;
  readonly minor: bigint;
  readonly from: number;
  readonly to: number;
  readonly processes: readonly number[];
}

const request: fc.Arbitrary<Request> = fc.record({
  kind: fc.constantFrom<PaymentKind>('deposit', 'withdrawal', 'balanceTransfer', 'balanceTransfer'),
  minor: fc.bigInt(1n, 15n),
  from: fc.nat(2),
  to: fc.nat(2),
  processes: fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }),
});
/** What becomes of the appends of one process, one after the other. */
const fates = fc.infiniteStream(
  fc.oneof(
    { weight: 6, arbitrary: fc.constant<Fate>('committed') },
    { weight: 1, arbitrary: fc.constant<Fate>('refused') },
    { weight: 1, arbitrary: fc.constant<Fate>('lost') },
  ),
);

function termsFor({ kind, minor, from, to }: Request): PaymentUnderTest {
  const other = to === from ? (to + 1) % balances.length : to;
  const [source, destination] = [balances[from] ?? '', balances[other] ?? ''].map(fundingSource);
  if (!source || !destination) throw new Error('no such balance');
  if (kind === 'deposit') return termsOf(kind, { source: fundingSource(bank), destination, minor });
  return termsOf(kind, { source, destination: kind === 'withdrawal' ? fundingSource(bank) : destination, minor });
}

const isFor = (data: unknown, paymentId: string): boolean =>
  typeof data === 'object' && data !== null && 'contra' in data && data.contra === transitOf(paymentId);

const amountOf = (data: unknown): unknown => (data as PaymentTerms).legs[0]?.amount;

/** Connections get lost; anything else that a process meets is a bug. */
const unlessLost = (error: unknown): void => {
  if (!(error instanceof EventStoreUnavailable)) throw error;
};

describe('several processes on one store, whose appends get lost on the way or on the way back', () => {
  it('bring every payment to one end, and lose and make no money', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(request, { minLength: 1, maxLength: 12 }),
        fc.array(fates, { minLength: 3, maxLength: 3 }),
        async (requests, fatesOf) => {
          const store = new InMemoryEventStore();
          const funding = startProcess(store);
          for (const id of balances) {
            const terms = termsOf('deposit', { destination: fundingSource(id), minor: FUNDS });
            await funding.process.begin(terms, {});
            await settle(funding.process, terms);
          }
          const connections = fatesOf.map((fate) => new FaultyEventStore(store, () => fate.next().value as Fate));
          const processes = connections.map((connection) => startProcess(connection));

          const payments = requests.map((asked) => ({ asked, terms: termsFor(asked) }));
          // Each process tries under ids of its own, as requests of one operation do; here even for amounts of its own.
          const tryOf = (terms: PaymentUnderTest, nth: number) =>
            nth === 0 ? terms : anotherAttempt(terms, BigInt(nth));
          await Promise.all(
            payments.flatMap(({ asked, terms }) =>
              asked.processes.map(async (index, nth) => {
                const process = processes[index]?.process;
                if (!process) throw new Error('no such process');
                await process.begin(tryOf(terms, nth), {}).catch(unlessLost);
                if (terms.kind !== 'balanceTransfer') await settle(process, terms).catch(unlessLost);
              }),
            ),
          );

          await Promise.all(connections.map((connection) => connection.settled()));

          // One that was stopped past its lease and goes on, beside its successor.
          const [former, healthy] = [startProcess(store), startProcess(store)];
          former.recovery.start();
          healthy.recovery.start();
          const ends = ['none', 'refused', 'ended'];
          await until('every payment has ended and nothing is held', async () => {
            const loaded = await Promise.all(payments.map(({ terms }) => healthy.payments.load(terms.paymentId)));
            for (const { payment } of loaded) {
              if (payment.terms && statusOf(payment) === 'open') await settle(healthy.process, payment.terms);
            }
            const views = await Promise.all(balances.map((id) => healthy.balances.current(id)));
            const nothingHeld = views.every(({ availableMinor, postedMinor }) => availableMinor === postedMinor);
            return nothingHeld && loaded.every(({ payment }) => ends.includes(statusOf(payment)));
          });
          await former.recovery.stop();
          await healthy.recovery.stop();

          const events = await everyEvent(store);
          const books = booksOf(events);
          expect(books).toMatchObject({ discrepancy: 0n, unsettled: [] });
          expect(books.totals.clearingIn).toBe(books.totals.paymentsIn);
          expect(books.totals.clearingOut).toBe(books.totals.paymentsOut);
          for (const id of balances) {
            expect(books.posted[id]).toBeGreaterThanOrEqual(0n);
            expect((await healthy.balances.current(id)).postedMinor).toBe(books.posted[id]);
          }
          // No event of a payment twice, none beside one that excludes it.
          for (const { terms } of payments) {
            const types = events.filter(({ stream }) => stream.endsWith(terms.paymentId)).map(({ type }) => type);
            expect(new Set(types).size).toBe(types.length);
            expect(types.includes('PaymentRefused') && types.includes('PaymentAccepted')).toBe(false);
            // One set of terms moves money: whatever is posted for a payment is of the amount that it began with.
            const [initiated] = events.filter(({ stream }) => stream === paymentStream(terms.paymentId));
            const posted = events.filter(({ data }) => isFor(data, terms.paymentId));
            for (const { data } of posted) expect(data).toMatchObject({ amount: amountOf(initiated?.data) });
          }
        },
      ),
      { numRuns: 60 },
    ));
});
