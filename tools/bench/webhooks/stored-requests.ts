import { setTimeout as delay } from 'node:timers/promises';
import type { HalClient } from '@halyard/suite/client';
import type { Client } from 'pg';

/** The number of requests that are really sent, in one batch or a few. All other requests are copies of them. */
const SENT = 100;
const LOOK_MS = 100;

/** Copies the recorded requests many times over the last day, under new numbers and ids. */
const COPIES = `
  WITH copied AS (
    SELECT copy, now() - copy * interval '1 day' / $2::bigint AS at FROM generate_series(1, $2::bigint) AS copy
  ), newest AS (
    SELECT count FROM webhooks.request_counts WHERE account_id = $1
  ), batches AS (
    INSERT INTO webhooks.request_batches (account_id, first, recorded_at, sealed_summaries, sealed_contents)
    SELECT account_id, first + copy * count, at, sealed_summaries, sealed_contents
    FROM webhooks.request_batches CROSS JOIN copied CROSS JOIN newest WHERE account_id = $1
  ), requests AS (
    INSERT INTO webhooks.requests (account_id, id, recorded_at, number, batch, status, method, route, code,
      application_id, person_id, resource_id, path_id, trace, key_hash)
    SELECT account_id, uuidv7(at - clock_timestamp()), at, number + copy * count, batch + copy * count, status, method,
      route, code, application_id, person_id, resource_id, path_id, gen_random_uuid(), key_hash
    FROM webhooks.requests CROSS JOIN copied CROSS JOIN newest WHERE account_id = $1
  )
  UPDATE webhooks.request_counts SET count = count * ($2::bigint + 1) WHERE account_id = $1`;

export async function recorded(postgres: Client, accountId: string): Promise<number> {
  const { rows } = await postgres.query<{ count: string }>(
    'SELECT count FROM webhooks.request_counts WHERE account_id = $1',
    [accountId],
  );
  return Number(rows[0]?.count ?? 0);
}

/** Writes requests of an account as the log keeps them. One in ten was refused. */
export async function storeRequests(postgres: Client, account: HalClient, count: number): Promise<void> {
  const { accountId } = account.connection;
  for (let sent = 0; sent < SENT; sent += 1) {
    await account.get(sent % 10 === 0 ? '/customers/0195b3a0-0000-7000-8000-000000000001' : `/accounts/${accountId}`);
  }
  while ((await recorded(postgres, accountId)) < SENT) await delay(LOOK_MS);
  const copies = Math.ceil(count / (await recorded(postgres, accountId))) - 1;
  await postgres.query(COPIES, [accountId, Math.max(0, copies)]);
  await postgres.query('VACUUM (ANALYZE) webhooks.requests, webhooks.request_batches');
}
