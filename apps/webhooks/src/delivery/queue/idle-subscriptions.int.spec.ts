import { expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { DeliveryStage } from '../../../test/support/delivery-stage.js';
import { aTenant, customerCreated, type WebhooksApp } from '../../../test/support/webhooks-app.js';

/** Of a thousand applications, none of which is told anything. */
const IDLE = `
  INSERT INTO subscriptions (
    id, account_id, application_id, url, strict_order, sealed_secret, paused, pause_reason, created_at
  )
  SELECT uuidv7(), md5((n % 1000)::text)::uuid, md5(n::text)::uuid, 'https://example.com', n % 2 = 0, '', n % 3 = 0,
    CASE WHEN n % 3 = 0 THEN 'requested' END, now()
  FROM generate_series(1, 10000) AS n`;

interface Plan {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Pages that a statement reads. */
async function pagesOf({ dataSource }: WebhooksApp, sql: string): Promise<number> {
  await dataSource.query(sql);
  const [row] = await dataSource.query<[{ 'QUERY PLAN': [{ Plan: Plan }] }]>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${sql}`,
  );
  const plan = row['QUERY PLAN'][0].Plan;
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
}

const stage = new DeliveryStage();

it('10,000 subscriptions that are told nothing cost a worker no page more, and others’ events none of them', async () => {
  const app = await stage.start({ worker: false });
  const tenant = aTenant();
  await app.subscribe(tenant, 'http://127.0.0.1:9');
  await app.hear(customerCreated(tenant.accountId, newId()));
  const look = 'SELECT * FROM waiting_lanes()';
  const subscribed = `SELECT id FROM subscriptions WHERE account_id IN ('${tenant.accountId}')`;
  await app.dataSource.query('ANALYZE subscriptions');
  const alone = await pagesOf(app, look);

  await app.dataSource.query(IDLE);
  await app.dataSource.query('ANALYZE subscriptions');
  expect(await app.queue.waitingLanes()).toHaveLength(1);
  // The primary key of ten thousand is a level deeper.
  expect(await pagesOf(app, look)).toBeLessThanOrEqual(alone + 2);
  expect(await pagesOf(app, subscribed)).toBeLessThan(10);
});
