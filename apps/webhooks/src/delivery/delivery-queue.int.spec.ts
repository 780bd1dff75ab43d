import { describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { DeliveryStage } from '../../test/support/delivery-stage.js';
import type { WebhooksApp } from '../../test/support/webhooks-app.js';
import { aTenant, customerCreated } from '../../test/support/webhooks-app.js';

const stage = new DeliveryStage();
const BACKLOG = 3_000;
const CLAIMED = 50;

/** Index entries of deliveries that were read so far. */
async function entriesRead({ dataSource }: WebhooksApp): Promise<number> {
  await dataSource.query('SELECT pg_stat_force_next_flush(), pg_stat_clear_snapshot()');
  const sql = `SELECT sum(idx_tup_read)::int AS read FROM pg_stat_user_indexes WHERE relname = 'deliveries_default'`;
  const [row] = await dataSource.query<{ read: number }[]>(sql);
  return row?.read ?? 0;
}

describe('a backlog that the statistics know nothing of', () => {
  it('is claimed and given back at the cost of what is claimed', async () => {
    const tenant = aTenant();
    const app = await stage.start({ worker: false });
    const lane = await app.subscribe(tenant, 'http://127.0.0.1:1/');
    await app.hear(...Array.from({ length: BACKLOG }, () => customerCreated(tenant.accountId, newId())));
    await app.dataSource.query(`UPDATE deliveries SET state = 'delivered'`);
    await app.dataSource.query('VACUUM ANALYZE deliveries_default');
    await app.dataSource.query(`UPDATE deliveries SET state = 'pending'`);

    const before = await entriesRead(app);
    const now = new Date();
    const leasedUntil = new Date(now.getTime() + 60_000);
    const claimed = await app.queue.claim(new Map([[lane, CLAIMED]]), { worker: 1, now, leasedUntil });
    await app.queue.release(claimed.map((delivery) => ({ delivery, dueAt: now })));
    expect(claimed).toHaveLength(CLAIMED);
    expect((await entriesRead(app)) - before).toBeLessThan(BACKLOG);
  });
});
