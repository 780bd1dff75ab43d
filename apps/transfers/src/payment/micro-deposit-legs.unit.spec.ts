import { InMemoryEventStore } from '@halyard/event-store/testing';
import { describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { EventStoreUnavailable } from '@halyard/event-store';
import { type Fate, FaultyEventStore } from '../../test/faulty-event-store.js';
import { booksOf, everyEvent, settle, startProcess } from '../../test/payment-processes.js';
import { when } from '../../test/payments.js';
import { endOfMicroDeposits, microDepositLegs, platformBalanceIdOf } from './micro-deposit-legs.js';
import type { StopLeg } from './payment.decider.js';
import { type PaymentTerms, statusOf } from './payment.model.js';
import type { PaymentProcess } from './payment.process.js';

const accountId = newId();
const platform = platformBalanceIdOf(accountId);
const bank = { ownerKind: 'customer', ownerId: newId(), fundingSourceId: newId() } as const;

/** Each telling is a try of its own. */
function told(paymentId: string): PaymentTerms {
  const ids = { paymentId, attemptId: newId(), accountId };
  const amounts = ['3', '7'].map((minor) => ({ minor, currency: 'USD' as const }));
  return { ...ids, at: when, legs: microDepositLegs({ ...ids, bank, amounts }) };
}

const stored = async (process: PaymentProcess, paymentId: string): Promise<PaymentTerms> =>
  (await process.drive(paymentId)).terms ?? told(paymentId);

/** Both arrive, and then the bank sends both back. */
async function run(process: PaymentProcess, paymentId: string, isReturned: boolean): Promise<void> {
  await process.begin(told(paymentId), {});
  const terms = await stored(process, paymentId);
  await settle(process, terms);
  if (!isReturned) return;
  const stops = terms.legs.map(({ id: legId }): StopLeg => ({
    type: 'StopLeg',
    legId,
    stopId: newId(),
    code: 'R03',
    from: 'processed',
    at: when,
  }));
  await process.bank(paymentId, stops);
}

const ends = [
  { isReturned: false, posted: -10n, status: 'processed' },
  { isReturned: true, posted: 0n, status: 'failed' },
];

describe.each(ends)('micro-deposits that end $status', ({ isReturned, posted, status }) => {
  const paymentId = newId();

  async function appends(): Promise<number> {
    let count = 0;
    const counting = new FaultyEventStore(new InMemoryEventStore(), () => {
      count += 1;
      return 'committed';
    });
    await run(startProcess(counting).process, paymentId, isReturned);
    return count;
  }

  it('are paid by the platform, once, whoever tells of them how often and wherever a process dies', async () => {
    const count = await appends();
    expect(count).toBeGreaterThan(5);
    for (let step = 1; step <= count; step += 1) {
      for (const fate of ['refused', 'lost'] satisfies Fate[]) {
        const store = new InMemoryEventStore();
        let made = 0;
        const dying = new FaultyEventStore(store, () => {
          made += 1;
          if (made < step) return 'committed';
          dying.sever();
          return fate;
        });
        await run(startProcess(dying).process, paymentId, isReturned).catch((error: unknown) => {
          if (!(error instanceof EventStoreUnavailable)) throw error;
        });
        await dying.settled();

        const { process } = startProcess(store);
        await Promise.all([process.begin(told(paymentId), {}), startProcess(store).process.begin(told(paymentId), {})]);
        await run(process, paymentId, isReturned);
        const payment = await process.drive(paymentId);
        expect([step, fate, statusOf(payment)]).toEqual([step, fate, 'ended']);
        expect(endOfMicroDeposits(payment.legs)?.status).toBe(status);
        const events = await everyEvent(store);
        expect(booksOf(events)).toMatchObject({ discrepancy: 0n, unsettled: [], posted: { [platform]: posted } });
        // It may be below zero by its nature: nobody is told of that.
        expect(events.some(({ data }) => JSON.stringify(data).includes('belowZero'))).toBe(false);
      }
    }
  });
});

describe('the end of micro-deposits', () => {
  it('comes when the last of them has arrived, or the first was returned', async () => {
    const { process } = startProcess(new InMemoryEventStore());
    const paymentId = newId();
    const begun = await process.begin(told(paymentId), {});
    const [first, second] = begun.legs.map(({ terms }) => terms.id);
    expect(endOfMicroDeposits(begun.legs)).toBeUndefined();
    const settled = { type: 'SettleLeg', at: when } as const;
    const one = await process.bank(paymentId, [{ ...settled, legId: first ?? '', settlementId: newId() }]);
    expect(endOfMicroDeposits(one.legs)).toBeUndefined();
    const returned = { type: 'StopLeg', legId: second ?? '', stopId: newId(), code: 'R04', from: 'pending', at: when };
    const both = await process.bank(paymentId, [returned as StopLeg]);
    expect(endOfMicroDeposits(both.legs)).toEqual({ status: 'failed', code: 'R04' });
  });
});
