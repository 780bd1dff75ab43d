import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { createServices, type TestServices } from '@halyard/testing/messaging';

let services: TestServices;
let session: Client;
beforeAll(async () => {
  services = await createServices('transfers');
  session = new Client({ connectionString: services.urlOf('transfers') });
  await session.connect();
});
afterAll(async () => {
  await session.end();
  await services.close();
});

const advance = (before: number): Promise<unknown> =>
  session.query({
    name: 'advance',
    text: `SELECT advance_inbox('one', 'customers.events.v1', '{a}', ARRAY[$1::bigint], ARRAY[$1::bigint + 1])`,
    values: [before],
  });

it('finds a key among many, though it was alone when the plan was made', async () => {
  await advance(0);
  await session.query('ANALYZE inbox');
  for (let before = 1; before < 10; before += 1) await advance(before);
  await session.query(`
    INSERT INTO inbox (consumer, topic, key, sequence)
    SELECT 'one', 'customers.events.v1', 'b' || n, 1 FROM generate_series(1, 5000) AS n`);
  await session.query('BEGIN');
  await advance(10);
  const { rows } = await session.query<{ read: number }>(`
    SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables WHERE relid = 'inbox'::regclass`);
  await session.query('ROLLBACK');
  expect(rows[0]?.read).toBeLessThan(100);
});
