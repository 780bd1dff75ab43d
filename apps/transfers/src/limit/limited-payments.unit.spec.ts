import { InMemoryEventStore } from '@halyard/event-store/testing';
import { describe, expect, it } from '@jest/globals';
import { moneyToJson, newId, usd } from '@halyard/core';
import { type EventStore } from '@halyard/event-store';
import { until } from '@halyard/testing/waiting';
import { type Fate, FaultyEventStore } from '../../test/faulty-event-store.js';
import { everyEvent, startProcess } from '../../test/payment-processes.js';
import { type PaymentUnderTest, termsOf, when } from '../../test/payments.js';
import { limitStream } from './limit.model.js';
import { statusOf } from '../payment/payment.model.js';

const week = '2026-01-05';
const LIMIT = usd(5_000_00n);

/** What somebody without a balance pays, under a weekly limit. */
function limited(minor: bigint): PaymentUnderTest {
  const terms = termsOf('plain bank to holder balance', { minor });
  const customerId = terms.source.ownerId;
  return { ...terms, weeklyLimit: { customerId, week, limit: moneyToJson(LIMIT) } };
}

/** The sender takes it back, as it might; with a code its bank returns it. */
const stop = (process: ReturnType<typeof startProcess>['process'], { paymentId }: PaymentUnderTest, stopId: string) =>
  process.bank(paymentId, [{ type: 'StopLeg', legId: paymentId, stopId, code: 'R01', from: 'pending', at: when }]);

async function limitEvents(store: EventStore, { source }: PaymentUnderTest): Promise<string[]> {
  const types: string[] = [];
  for await (const { type } of store.read(limitStream(source.ownerId))) types.push(type);
  return types;
}

describe('a payment under a weekly limit', () => {
  it('begins with what it takes from the limit, and gives it back when it fails', async () => {
    const store = new InMemoryEventStore();
    const { process, limits } = startProcess(store);
    const terms = limited(1_00n);
    await process.begin(terms, {});
    expect(await limits.used(terms.source.ownerId, week)).toBe(1_00n);
    await stop(process, terms, newId());
    expect(await limits.used(terms.source.ownerId, week)).toBe(0n);
    expect(await limitEvents(store, terms)).toEqual(['LimitReserved', 'LimitGivenBack']);
  });

  it('is refused for good above it, and takes nothing', async () => {
    const store = new InMemoryEventStore();
    const { process, limits } = startProcess(store);
    const terms = limited(5_000_01n);
    expect((await process.begin(terms, {})).refusal).toEqual({ reason: 'OverWeeklyLimit' });
    expect((await startProcess(store).process.drive(terms.paymentId)).refusal).toEqual({ reason: 'OverWeeklyLimit' });
    expect(await limits.used(terms.source.ownerId, week)).toBe(0n);
    expect(await limitEvents(store, terms)).toEqual(['LimitRefused']);
  });

  it('stands as often as it would in a row, of 64 at once in two processes', async () => {
    const store = new InMemoryEventStore();
    const processes = [startProcess(store), startProcess(store)];
    const payments = await Promise.all(
      Array.from({ length: 64 }, (_, n) => processes[n % 2]?.process.begin(limited(300_00n), {})),
    );
    const statuses = payments.map((payment) => payment && statusOf(payment));
    expect(statuses.filter((status) => status === 'open')).toHaveLength(16);
    expect(statuses.filter((status) => status === 'refused')).toHaveLength(48);
  });

  /** Appends: initiated, reserved, accepted; stopped, given back, failed. */
  const crashes = [1, 2, 3, 4, 5, 6].flatMap((step) =>
    (['refused', 'lost'] as const).map((fate) => [step, fate] as const),
  );
  it.each<readonly [number, Fate]>(crashes)(
    'that is cut off at append %i, %s, takes and gives back once',
    async (step, fate) => {
      const store = new InMemoryEventStore();
      const terms = limited(1_00n);
      let count = 0;
      const dying = new FaultyEventStore(store, () => {
        count += 1;
        if (count < step) return 'committed';
        dying.sever();
        return fate;
      });
      const stopId = newId();
      const { process } = startProcess(dying);
      const run = async () => {
        await process.begin(terms, {});
        await stop(process, terms, stopId);
      };
      await expect(run()).rejects.toThrow();
      await dying.settled();

      const next = startProcess(store);
      next.recovery.start();
      const isBegun = (await everyEvent(store)).length > 0;
      await until('the payment has ended, if it was begun', async () => {
        const { payment } = await next.payments.load(terms.paymentId);
        if (statusOf(payment) === 'open') await stop(next.process, terms, stopId);
        return statusOf(payment) === 'ended' || !isBegun;
      });
      await next.recovery.stop();
      expect(await limitEvents(store, terms)).toEqual(isBegun ? ['LimitReserved', 'LimitGivenBack'] : []);
      expect(await next.limits.used(terms.source.ownerId, week)).toBe(0n);
    },
  );
});
