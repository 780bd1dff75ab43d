import { InMemoryEventStore } from '@halyard/event-store/testing';
import { describe, expect, it, jest } from '@jest/globals';
import { Chain, type EventStore } from '@halyard/event-store';
import { until } from '@halyard/testing/waiting';
import { type Fate, FaultyEventStore } from '../../../test/faulty-event-store.js';
import { settle, startProcess } from '../../../test/payment-processes.js';
import { termsOf, when } from '../../../test/payments.js';
import { statusOf } from '../payment.model.js';
import { planOf } from '../payment.plan.js';

const NEVER_MS = 3_600_000;

async function fundedStore(): Promise<EventStore> {
  const store = new InMemoryEventStore();
  const { process } = startProcess(store);
  const funding = termsOf('deposit', { destination: termsOf('balanceTransfer').source, minor: 1_000_00n });
  await process.begin(funding, {});
  await settle(process, funding);
  return store;
}

/** A payment whose process has died after some appends. */
async function leave(store: EventStore, appends: number): Promise<string> {
  const terms = termsOf('balanceTransfer');
  let left = appends;
  const dying = new FaultyEventStore(store, () => ((left -= 1) >= 0 ? 'committed' : 'refused'));
  await expect(startProcess(dying).process.begin(terms, {})).rejects.toThrow();
  await dying.settled();
  return terms.paymentId;
}

const statusIn = async (store: EventStore, paymentId: string): Promise<string> =>
  statusOf((await startProcess(store).payments.load(paymentId)).payment);

const completed = (store: EventStore, paymentId: string): Promise<void> =>
  until('the payment is completed', async () => (await statusIn(store, paymentId)) === 'ended');

describe('recovery', () => {
  it('finishes at once what was open when it began', async () => {
    const store = await fundedStore();
    const left = await Promise.all([1, 2, 3].map((appends) => leave(store, appends)));
    const { recovery } = startProcess(store, { sweepMs: NEVER_MS });
    recovery.start();
    for (const paymentId of left) await completed(store, paymentId);
    await recovery.stop();
  });

  it('finishes what is left behind later, once it has stayed open over two sweeps', async () => {
    const store = await fundedStore();
    const { recovery } = startProcess(store);
    recovery.start();
    const first = await leave(store, 3);
    await completed(store, first);
    const second = await leave(store, 1);
    await completed(store, second);
    await recovery.stop();
  });

  it('asks for nothing while nothing happens, and finishes what is left then', async () => {
    const store = await fundedStore();
    const { recovery, unfinished } = startProcess(store);
    const asked = jest.spyOn(unfinished, 'upToDate');
    const calm = jest.spyOn(unfinished, 'beyond');
    recovery.start();
    await until('nothing is left', () => calm.mock.calls.length > 0);
    const before = asked.mock.calls.length;
    await until('five sweeps could have been', sweeps(5));
    expect(asked).toHaveBeenCalledTimes(before);
    await completed(store, await leave(store, 2));
    await recovery.stop();
  });

  it('leaves a payment alone that is being driven in its process', async () => {
    const store = await fundedStore();
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const slow = new FaultyEventStore(store, async ({ stream }): Promise<Fate> => {
      if (stream.startsWith('balance-')) await released;
      return 'committed';
    });
    const { process, recovery, unfinished } = startProcess(slow, { followed: store });
    recovery.start();
    const driven = process.begin(termsOf('balanceTransfer'), {});
    const untouchedSince = 2n ** 63n - 1n;
    await until(
      'it is known',
      async () => (await unfinished.find({ untouchedSince, after: undefined, limit: 1 })).length > 0,
    );
    await until('five sweeps have passed', sweeps(5));
    expect(slow.reads.filter((stream) => stream.startsWith('payment-'))).toEqual([]);
    release();
    expect(statusOf(await driven)).toBe('ended');
    await recovery.stop();
  });

  it('releases a hold that was placed after the refusal was recorded', async () => {
    const store = await fundedStore();
    const terms = termsOf('balanceTransfer');
    const { payments, balances, recovery } = startProcess(store);
    const initiate = { type: 'InitiatePayment', terms } as const;
    const refusing = new Chain(store);
    const initiated = payments.append(refusing, payments.none(terms.paymentId, {}), initiate);
    payments.append(refusing, initiated, { type: 'RefusePayment', refusal: { reason: 'InsufficientFunds' }, at: when });
    await refusing.committed();
    recovery.start();
    // By a driver that had read the payment before it was refused, and dies right after.
    const placeHold = planOf(initiated.payment)[0]?.entries[0];
    if (!placeHold) throw new Error('no hold is planned');
    const placing = new Chain(store);
    await balances.enter(placeHold.fundingSourceId, placeHold.entry, { chain: placing });
    await placing.committed();
    const { fundingSourceId } = terms.source;
    await until('nothing is held', async () => {
      const { availableMinor, postedMinor } = await balances.current(fundingSourceId);
      return availableMinor === postedMinor;
    });
    await recovery.stop();
    expect(await statusIn(store, terms.paymentId)).toBe('refused');
  });
});

/** Holds once it was asked so many times: timers come round between two questions. */
function sweeps(times: number): () => boolean {
  let rounds = 0;
  return () => (rounds += 1) >= times;
}
