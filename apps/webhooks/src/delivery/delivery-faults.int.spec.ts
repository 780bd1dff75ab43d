import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { counts } from '@halyard/testing/counts';
import fc from 'fast-check';
import { newId } from '@halyard/core';
import { poolOf, refusalOf, runPooled, type PipelineStep as DatabaseStep } from '@halyard/persistence';
import { TestClock } from '@halyard/testing/clock';
import { DeliveryStage } from '../../test/support/delivery-stage.js';
import { type AttemptEnding, SteppedWorker } from '../../test/support/stepped-worker.js';
import type { WebhooksApp } from '../../test/support/webhooks-app.js';
import { aTenant, customerCreated } from '../../test/support/webhooks-app.js';
import { PublicEventsConsumer } from '../event/record-events/public-events.consumer.js';
import type { ClaimedDelivery } from './delivery.js';
import { DeliveryLimits } from './delivery-limits.js';

const limits: DeliveryLimits = {
  ...new DeliveryLimits(),
  perSubscription: 2,
  claimedPerSubscription: 6,
  leaseMs: 30_000,
  attemptTimeoutMs: 10_000,
};
const REFUSED: DatabaseStep = { statement: { name: 'refused', text: 'SELECT 1 / 0' } };
const RESOURCES = 3;
const HOUR_MS = 3_600_000;

const stage = new DeliveryStage();
const clock = new TestClock();
let app: WebhooksApp;
beforeEach(async () => {
  app = await stage.start({ worker: false, clock });
});
afterEach(() => clock.set(new TestClock().system()));

/** One has most of the work, so that there is something to hand to it. */
const worker = fc.constantFrom(0, 0, 0, 0, 1);
const is = <Type extends string>(type: Type): { type: fc.Arbitrary<Type> } => ({ type: fc.constant(type) });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      ...is('record'),
      resources: fc.array(fc.nat({ max: RESOURCES - 1 }), { minLength: 1, maxLength: 3 }),
      /** In whose process. */
      worker,
      /** Refused by the database; or committed, and its process killed before it knew, or told nothing of that. */
      fault: fc.constantFrom('none', 'none', 'none', 'none', 'none', 'refused', 'killed', 'unheard'),
    }),
  },
  { weight: 6, arbitrary: fc.record({ ...is('fill'), worker }) },
  {
    weight: 6,
    arbitrary: fc.record({
      ...is('finish'),
      worker,
      index: fc.nat({ max: 3 }),
      ending: fc.constantFrom<AttemptEnding>('delivered', 'delivered', 'failed', 'unattempted'),
      /** Killed before it was written down, or its answer lost: written down twice. */
      fault: fc.constantFrom('none', 'none', 'none', 'killed', 'twice'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...is('kill'), worker }) },
  /** The one in strict order is paused, and resumed. */
  { weight: 1, arbitrary: fc.record(is('pause')) },
  /** The first that is not delivered is sent by hand, in strict order or not. */
  { weight: 1, arbitrary: fc.record({ ...is('resend'), lane: fc.nat({ max: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ ...is('wait'), ms: fc.integer({ min: 1, max: 40_000 }) }) },
  { weight: 1, arbitrary: fc.record({ ...is('wait'), ms: fc.constantFrom(HOUR_MS, 24 * HOUR_MS) }) },
);

type PipelineStep = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** A course in which something is handed over, whatever chance makes of the others. */
const HANDED_OVER: PipelineStep[] = [
  { type: 'record', resources: [0], worker: 0, fault: 'none' },
  { type: 'fill', worker: 0 },
  { type: 'record', resources: [0, 1], worker: 0, fault: 'none' },
  { type: 'finish', worker: 0, index: 0, ending: 'delivered', fault: 'none' },
  { type: 'record', resources: [1], worker: 0, fault: 'killed' },
];

/** What was begun, and what has arrived, in the order in which it first did. */
class Observed {
  private readonly begun = new Map<string, number>();
  private readonly attempted = new Set<string>();
  readonly arrived = new Map<string, number[]>();

  /** What a resource tells is begun in the order of its numbers; in strict order, once all before it has arrived. */
  begin({ subscription, event, sequence, resendOf }: ClaimedDelivery): void {
    if (resendOf !== undefined) return;
    const lane = `${subscription.id} ${event.resourceId}`;
    const newest = this.begun.get(lane) ?? 0;
    const isFirst = !this.attempted.has(`${subscription.id} ${sequence}`);
    this.attempted.add(`${subscription.id} ${sequence}`);
    if (isFirst) expect(sequence).toBeGreaterThan(newest);
    this.begun.set(lane, Math.max(newest, sequence));
    const before = (this.arrived.get(subscription.id) ?? []).filter((number) => number < sequence);
    if (subscription.strictOrder) expect(before).toHaveLength(sequence - 1);
  }

  arrive({ subscription, sequence }: ClaimedDelivery): void {
    const numbers = this.arrived.get(subscription.id) ?? [];
    if (!numbers.includes(sequence)) numbers.push(sequence);
    this.arrived.set(subscription.id, numbers);
  }
}

it('numbers without a gap and delivers all at least once, in order where that is asked for, wherever processes fail', async () => {
  let handed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 50, size: 'max' }), async (steps) => {
      await app.dataSource.query('TRUNCATE subscriptions, replays, public_events, deliveries, attempts, due_work');
      const tenant = aTenant();
      const subscribe = async (strictOrder: boolean): Promise<string> => {
        const body = { url: 'http://127.0.0.1:1/', secret: 's', strictOrder };
        return (await app.expect('created', 'POST', '/webhook-subscriptions', tenant, body)).resource.id;
      };
      const lanes = [await subscribe(false), await subscribe(true)] as const;
      const resources = Array.from({ length: RESOURCES }, () => newId());
      const seen = new Observed();
      const start = () => SteppedWorker.start(app, limits, (delivery) => seen.begin(delivery));
      const workers = [await start(), await start()];
      const kill = async (index: number): Promise<void> => {
        handed += workers[index]?.taken ?? 0;
        await workers[index]?.kill();
        workers[index] = await start();
      };
      const record = async (which: readonly number[], index: number, fault: string): Promise<void> => {
        const sender = workers[index];
        if (!sender) return;
        const consumer = new PublicEventsConsumer(clock, sender);
        const { steps, onEnd } = consumer.effectOf(
          which.map((resource) => customerCreated(tenant.accountId, resources[resource])),
        );
        const taken = [...steps, ...(fault === 'refused' ? [REFUSED] : [])];
        const answers = await runPooled(poolOf(app.dataSource), taken).catch((error: unknown) => {
          if (fault !== 'refused' || !refusalOf(error)) throw error;
        });
        if (fault === 'none') onEnd?.(answers ?? undefined);
        if (fault === 'unheard') onEnd?.(undefined);
        if (fault === 'killed') await kill(index);
      };

      const pauseAndResume = async (id: string): Promise<void> => {
        for (const paused of [true, false]) {
          await app.expect('resource', 'POST', `/webhook-subscriptions/${id}`, tenant, { paused });
        }
      };
      const resend = async (id: string): Promise<void> => {
        const sql = `
            SELECT id FROM deliveries WHERE subscription_id = $1 AND resend_of IS NULL AND state <> 'delivered'
            ORDER BY sequence LIMIT 1`;
        for (const first of await app.dataSource.query<{ id: string }[]>(sql, [id])) {
          await app.expect('created', 'POST', `/webhooks/${first.id}/retries`, tenant);
        }
      };

      for (const one of steps) {
        if (one.type === 'record') await record(one.resources, one.worker, one.fault);
        if (one.type === 'wait') clock.advance(one.ms);
        if (one.type === 'wait') await app.runDue();
        if (one.type === 'kill') await kill(one.worker);
        if (one.type === 'pause') await pauseAndResume(lanes[1]);
        if (one.type === 'resend') await resend(lanes[one.lane] ?? lanes[0]);
        if (one.type === 'fill') await workers[one.worker]?.fill();
        if (one.type === 'finish') {
          const delivery = workers[one.worker]?.end(one.index);
          if (!delivery) continue;
          if (one.ending === 'delivered') seen.arrive(delivery);
          if (one.fault === 'killed') await kill(one.worker);
          else await workers[one.worker]?.finish(delivery, one.ending, one.fault === 'twice' ? 2 : 1);
        }
      }
      // From here on everything is taken, and time goes on.
      const open = `SELECT 1 FROM deliveries WHERE state IN ('pending', 'waiting')`;
      for (let left = true, round = 0; left; round += 1) {
        clock.advance(24 * HOUR_MS);
        await app.runDue();
        for (const one of workers) {
          await one.fill();
          for (let delivery = one.end(0); delivery; delivery = one.end(0)) {
            seen.arrive(delivery);
            await one.finish(delivery, 'delivered');
            await one.fill();
          }
        }
        left = (await app.dataSource.query<unknown[]>(open)).length > 0;
        expect(round).toBeLessThan(20);
      }
      const [{ count }] = await app.dataSource.query<[{ count: number }]>(
        'SELECT count(*)::int AS count FROM public_events',
      );
      const all = Array.from({ length: count }, (_, index) => index + 1);
      for (const lane of lanes) {
        const rows = await app.dataSource.query<{ sequence: string; state: string }[]>(
          'SELECT sequence, state FROM deliveries WHERE subscription_id = $1 AND resend_of IS NULL ORDER BY sequence',
          [lane],
        );
        expect(rows.map(({ sequence, state }) => [Number(sequence), state])).toEqual(all.map((n) => [n, 'delivered']));
        expect(seen.arrived.get(lane)?.toSorted((a, b) => a - b) ?? []).toEqual(all);
      }
      expect(seen.arrived.get(lanes[1]) ?? []).toEqual(all);
      for (const index of workers.keys()) await kill(index);
      for (const one of workers) await one.kill();
    }),
    { numRuns: counts.deliveryFaults, examples: [[HANDED_OVER]] },
  );
  expect(handed).toBeGreaterThan(0);
});

it('writes an attempt down once, however often it is settled', async () => {
  const tenant = aTenant();
  await app.subscribe(tenant, 'http://127.0.0.1:1/');
  await app.hear(customerCreated(tenant.accountId));
  const one = await SteppedWorker.start(app, limits, () => undefined);
  await one.fill();
  const delivery = one.end(0);
  if (!delivery) throw new Error('nothing was claimed');
  await one.finish(delivery, 'failed', 3);
  const [row] = await app.dataSource.query<object[]>('SELECT failures FROM subscriptions');
  expect(row).toEqual({ failures: 1 });
  expect(await app.dataSource.query('SELECT tries, state FROM deliveries')).toEqual([{ tries: 1, state: 'waiting' }]);
  expect(await app.dataSource.query('SELECT 1 FROM attempts')).toHaveLength(1);
  await one.kill();
});
