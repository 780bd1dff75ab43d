import { afterEach, beforeEach, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newId } from '@halyard/core';
import { TestClock } from '@halyard/testing';
import { DeliveryStage } from '../../test/support/delivery-stage.js';
import type { WebhooksApp } from '../../test/support/webhooks-app.js';
import { aTenant, customerCreated } from '../../test/support/webhooks-app.js';
import { DeliveryLanes } from './delivery-lanes.js';
import { DeliveryLimits } from './delivery-limits.js';
import type { ClaimedDelivery } from './delivery-queue.rows.js';

const limits: DeliveryLimits = {
  ...new DeliveryLimits(),
  perSubscription: 2,
  claimedPerSubscription: 4,
  leaseMs: 30_000,
  attemptTimeoutMs: 10_000,
};
const RESOURCES = 3;
const long = Boolean(process.env['TEST_LONG']);

const stage = new DeliveryStage();
const clock = new TestClock();
let app: WebhooksApp;
beforeEach(async () => {
  app = await stage.start({ worker: false, clock });
});
afterEach(() => clock.set(new TestClock().system()));

type Outcome = 'delivered' | 'failed' | 'unattempted';

/** A worker whose every step is taken from outside. What it does not do, it does not do: it stands still. */
class SteppedWorker {
  readonly inFlight: ClaimedDelivery[] = [];
  private readonly lanes = new DeliveryLanes(limits);

  constructor(
    private readonly number: number,
    private readonly onAttempt: (delivery: ClaimedDelivery) => Promise<void>,
  ) {}

  async fill(): Promise<void> {
    const given = this.lanes.toGiveBack();
    await app.queue.release(given);
    this.lanes.forget(given);
    const now = clock.system();
    const rooms = this.lanes.rooms(await app.queue.waitingLanes(now), now);
    // Each claim its own, as the worker sees to it.
    clock.advance(1);
    const leasedUntil = new Date(now.getTime() + limits.leaseMs);
    this.lanes.add(rooms, await app.queue.claim(rooms, { worker: this.number, now, leasedUntil }));
    await this.begin(this.lanes.take());
  }

  async finish(index: number, outcome: Outcome): Promise<void> {
    const [delivery] = this.inFlight.splice(index % Math.max(1, this.inFlight.length), 1);
    if (!delivery) return;
    const { id: deliveryId, recordedAt, worker } = delivery;
    if (outcome !== 'unattempted') {
      const result = { statusCode: outcome === 'delivered' ? 200 : 500 };
      await app.queue.settle([{ id: newId(), deliveryId, recordedAt, worker, at: recordedAt, durationMs: 1, result }]);
    }
    await this.begin(this.lanes.finish(delivery, { giveBack: outcome === 'unattempted' }).next);
  }

  private async begin(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    for (const delivery of deliveries) {
      if (delivery.leasedUntil.getTime() - clock.system().getTime() > limits.attemptTimeoutMs) {
        await this.onAttempt(delivery);
        this.inFlight.push(delivery);
      } else {
        await this.begin(this.lanes.finish(delivery, { giveBack: true }).next);
      }
    }
  }
}

/** Of the resource's deliveries, those before this one that have not come to an end. */
const pendingBefore = ({ id }: ClaimedDelivery): Promise<unknown[]> =>
  app.dataSource.query<unknown[]>(
    `SELECT earlier.* FROM deliveries JOIN deliveries AS earlier USING (subscription_id, resource_id)
     WHERE deliveries.id = $1 AND earlier.sequence < deliveries.sequence AND earlier.state = 'pending'`,
    [id],
  );

const worker = fc.nat({ max: 1 });
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('record' as const), resource: fc.nat({ max: RESOURCES - 1 }) }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('fill' as const), worker }) },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('finish' as const),
      worker,
      index: fc.nat({ max: 3 }),
      outcome: fc.constantFrom<Outcome>('delivered', 'delivered', 'failed', 'unattempted'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 40_000 }) }) },
);

it(
  'begins first attempts in order, one resource’s after the other, and makes all, however two workers go on',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        await app.dataSource.query('TRUNCATE subscriptions, public_events, deliveries, attempts');
        const tenant = aTenant();
        await app.subscribe(tenant, 'http://127.0.0.1:1/');
        const resources = Array.from({ length: RESOURCES }, () => newId());
        const begun = new Map(resources.map((id) => [id, new Set<string>()]));
        const onAttempt = async (delivery: ClaimedDelivery): Promise<void> => {
          const ofResource = begun.get(delivery.event.resourceId);
          if (!ofResource?.has(delivery.event.id)) expect(await pendingBefore(delivery)).toEqual([]);
          ofResource?.add(delivery.event.id);
        };
        const workers = [1, 2].map((number) => new SteppedWorker(number, onAttempt));

        for (const one of steps) {
          if (one.type === 'record') await app.hear(customerCreated(tenant.accountId, resources[one.resource]));
          if (one.type === 'wait') clock.advance(one.ms);
          if (one.type === 'fill') await workers[one.worker]?.fill();
          if (one.type === 'finish') await workers[one.worker]?.finish(one.index, one.outcome);
        }
        // Leases run out, and both go on to the end.
        const pending = `SELECT 1 FROM deliveries WHERE state = 'pending'`;
        for (let left = true, round = 0; left; round += 1) {
          clock.advance(limits.leaseMs);
          for (const one of workers) {
            while (one.inFlight.length > 0) await one.finish(0, 'delivered');
            await one.fill();
            while (one.inFlight.length > 0) await one.finish(0, 'delivered');
          }
          left = (await app.dataSource.query<unknown[]>(pending)).length > 0;
          expect(round).toBeLessThan(20);
        }
        const recorded = await app.dataSource.query<{ id: string; resource_id: string }[]>(
          'SELECT id, resource_id FROM public_events ORDER BY position',
        );
        for (const [resource, ids] of begun) {
          const inOrder = recorded.filter((event) => event.resource_id === resource).map(({ id }) => id);
          expect([...ids]).toEqual(inOrder);
        }
      }),
      { numRuns: long ? 1000 : 30 },
    );
  },
  long ? 600_000 : 60_000,
);
