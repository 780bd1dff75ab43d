import { expect, it } from '@jest/globals';
import { openPool, runPooled, type PipelineStep } from '@halyard/persistence';
import { createTestDatabase } from '@halyard/testing';
import { aTenant, customerCreated, WebhooksApp } from '../../../test/support/webhooks-app.js';
import { publicEventsOf } from '../public-topics.js';
import { recordStep } from './record-events.rows.js';

const ROWS_READ: PipelineStep = {
  statement: {
    name: 'rows-read',
    text: `
      SELECT sum(seq_tup_read + idx_tup_fetch) FROM pg_stat_xact_user_tables
      WHERE relid IN ('subscriptions'::regclass, 'event_counts'::regclass)`,
  },
};

it('finds an account and its subscription among many, though they were alone when the plan was made', async () => {
  const database = await createTestDatabase();
  const webhooks = await WebhooksApp.on(database, { worker: false });
  const session = openPool({ connectionString: database.url, max: 1 });
  const tenant = aTenant();
  await webhooks.subscribe(tenant, 'http://127.0.0.1:9/');
  const record = (): PipelineStep =>
    recordStep(publicEventsOf(customerCreated(tenant.accountId)), { at: webhooks.clock.system(), isOnce: true });
  await runPooled(session, [record()]);
  await webhooks.dataSource.query('ANALYZE subscriptions, event_counts');
  for (let again = 0; again < 8; again += 1) await runPooled(session, [record()]);

  await webhooks.dataSource.query(`
    INSERT INTO subscriptions (id, account_id, application_id, url, strict_order, sealed_secret, paused, created_at)
    SELECT uuidv7(), uuidv7(), application_id, url, false, sealed_secret, false, now()
    FROM subscriptions, generate_series(1, 5000)`);
  await webhooks.dataSource.query(`
    INSERT INTO event_counts (account_id, count, recorded_at, newest_at)
    SELECT account_id, 1, now(), now() FROM subscriptions ON CONFLICT DO NOTHING`);
  const [, read] = await runPooled(session, [record(), ROWS_READ]);
  expect(Number(read)).toBeGreaterThan(0);
  expect(Number(read)).toBeLessThan(100);

  await session.end();
  await webhooks.close();
  await database.drop();
});
