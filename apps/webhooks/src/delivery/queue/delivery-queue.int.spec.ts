import { describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { DeliveryStage } from '../../../test/support/delivery-stage.js';
import { presentWorker } from '../../../test/support/present-worker.js';
import type { WebhooksApp } from '../../../test/support/webhooks-app.js';
import { aTenant, customerCreated } from '../../../test/support/webhooks-app.js';
import { DeliveryLimits } from '../delivery-limits.js';
import type { WaitingLane } from './delivery-queue.rows.js';
import { LaneLeases } from './lane-leases.js';

const stage = new DeliveryStage();
const BACKLOG = 3_000;
const CLAIMED = 50;
const NOWHERE = 'http://127.0.0.1:1/';
const now = new Date('2026-03-02T15:00:00.000Z');
const later = (ms: number) => new Date(now.getTime() + ms);

/** Index entries of deliveries that were read so far. */
async function entriesRead({ dataSource }: WebhooksApp): Promise<number> {
  await dataSource.query('SELECT pg_stat_force_next_flush(), pg_stat_clear_snapshot()');
  const sql = `SELECT sum(idx_tup_read)::int AS read FROM pg_stat_user_indexes WHERE relname = 'deliveries_default'`;
  const [row] = await dataSource.query<{ read: number }[]>(sql);
  return row?.read ?? 0;
}

/** Rows of events that were read so far without an index. */
async function eventsScanned({ dataSource }: WebhooksApp): Promise<number> {
  await dataSource.query('SELECT pg_stat_force_next_flush(), pg_stat_clear_snapshot()');
  const sql = `SELECT seq_tup_read::int AS read FROM pg_stat_user_tables WHERE relname = 'public_events_default'`;
  const [row] = await dataSource.query<{ read: number }[]>(sql);
  return row?.read ?? 0;
}

describe('a backlog that the statistics know nothing of', () => {
  it('is claimed at the cost of what is claimed, whatever waits for its retry', async () => {
    const tenant = aTenant();
    const app = await stage.start({ worker: false });
    const lane = await app.subscribe(tenant, NOWHERE);
    await app.hear(...Array.from({ length: BACKLOG }, () => customerCreated(tenant.accountId, newId())));
    await app.dataSource.query(`UPDATE deliveries SET state = 'delivered'`);
    await app.dataSource.query('VACUUM ANALYZE deliveries_default');
    await app.dataSource.query(`UPDATE deliveries SET state = 'waiting', retry_at = now() WHERE sequence % 2 = 0`);
    await app.dataSource.query(`UPDATE deliveries SET state = 'pending' WHERE sequence % 2 = 1`);

    const before = await entriesRead(app);
    const scannedBefore = await eventsScanned(app);
    expect(await app.queue.waitingLanes()).toHaveLength(1);
    const claimed = await app.queue.claim(new Map([[lane, CLAIMED]]), []);
    expect(claimed.map(({ sequence }) => sequence)).toEqual(Array.from({ length: CLAIMED }, (_, n) => 2 * n + 1));
    const more = await app.queue.claim(
      new Map([[lane, 1]]),
      claimed.slice(0, 10).map(({ id }) => id),
    );
    expect(more.map(({ sequence }) => sequence)).toEqual([21]);
    expect((await entriesRead(app)) - before).toBeLessThan(BACKLOG / 10);
    expect(await eventsScanned(app)).toBe(scannedBefore);
  });
});

describe('the lease of a lane', () => {
  const lease = (app: WebhooksApp, lane: string, worker: number, at = now, former: readonly number[] = []) =>
    app.queue.lease([lane], { worker, former }, { now: at, leasedUntil: new Date(at.getTime() + 1_000) });

  it('is one living worker’s, until it ends', async () => {
    const app = await stage.start({ worker: false });
    const lane = await app.subscribe(aTenant(), NOWHERE);
    const presence = await presentWorker(app.dataSource, 1);
    expect((await lease(app, lane, 1)).size).toBe(1);
    expect((await lease(app, lane, 2, later(999))).size).toBe(0);
    expect((await lease(app, lane, 1, later(999))).size).toBe(1);
    expect((await lease(app, lane, 2, later(1_998))).size).toBe(0);
    expect((await lease(app, lane, 2, later(1_999))).size).toBe(1);
    await presence.close();
  });

  it('is anyone’s once its worker is gone, and its own under another number', async () => {
    const app = await stage.start({ worker: false });
    const lane = await app.subscribe(aTenant(), NOWHERE);
    expect((await lease(app, lane, 1)).size).toBe(1);
    expect((await lease(app, lane, 2)).size).toBe(1);
    const presence = await presentWorker(app.dataSource, 2);
    expect((await lease(app, lane, 3)).size).toBe(0);
    expect((await lease(app, lane, 3, now, [2])).size).toBe(1);
    await presence.close();
  });

  it('goes to one of two that ask for many lanes at once', async () => {
    const app = await stage.start({ worker: false });
    const lanes: string[] = [];
    for (let i = 0; i < 8; i += 1) lanes.push(await app.subscribe(aTenant(), NOWHERE));
    const presences = [await presentWorker(app.dataSource, 1), await presentWorker(app.dataSource, 2)];
    const term = { now, leasedUntil: later(1_000) };
    const [one, two] = await Promise.all([
      app.queue.lease(lanes, { worker: 1, former: [] }, term),
      app.queue.lease(lanes.toReversed(), { worker: 2, former: [] }, term),
    ]);
    expect([...(one ?? []), ...(two ?? [])].sort()).toEqual(lanes.toSorted());
    for (const presence of presences) await presence.close();
  });

  it('is looked at again by who was too late for it, and then when it ends', async () => {
    const tenant = aTenant();
    const app = await stage.start({ worker: false });
    const lane = await app.subscribe(tenant, NOWHERE);
    await app.hear(customerCreated(tenant.accountId));
    const presence = await presentWorker(app.dataSource, 1);
    const late = new LaneLeases(app.queue, new DeliveryLimits());
    const look = async (waiting: readonly WaitingLane[]) => {
      expect(await late.take(waiting, { worker: 2, former: [] }, now)).toEqual([]);
      return late.nextLookAt(waiting, new Set());
    };
    const asItWas = await app.queue.waitingLanes();
    await lease(app, lane, 1);
    expect(await look(asItWas)).toBe(0);
    expect(await look(await app.queue.waitingLanes())).toBe(later(1_000).getTime());
    await presence.close();
  });
});
