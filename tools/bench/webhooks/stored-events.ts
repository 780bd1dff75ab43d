import type { Client } from 'pg';

/** Events written in one statement. */
const CHUNK = 50_000;
/** The number of customers in the events, who take turns. Nothing else knows of them. */
const CUSTOMERS = 20_000;
const DAY_MS = 86_400_000;
/** Days of a partition, as the service makes them. */
const PARTITION_DAYS = 5;
const EVENTS_EACH = 4;
/** One event in this many is of a rare kind. */
const RARE = 1_000;

const resource = `('00000000-0000-7000-8000-' || lpad(to_hex(k / ${EVENTS_EACH}), 12, '0'))::uuid`;
const customer = `('00000000-0000-7001-8000-' || lpad(to_hex(k / ${EVENTS_EACH} % ${CUSTOMERS}), 12, '0'))::uuid`;
const topic = `CASE WHEN k % ${RARE} = 2 THEN 'transfer_failed' ELSE (ARRAY[
  'transfer_created', 'customer_transfer_created', 'transfer_completed', 'customer_transfer_completed'
])[k % ${EVENTS_EACH} + 1] END`;

/** A customer and a transfer with events, once events are stored. */
export const aCustomerId = '00000000-0000-7001-8000-000000000000';
export const aResourceId = '00000000-0000-7000-8000-000000000000';

const EVENTS = `
  INSERT INTO webhooks.public_events
    (id, recorded_at, account_id, position, customer_id, topic, resource_kind, resource_id, resource_version, created_at)
  SELECT uuidv7(at - clock_timestamp()), at, $1, $2::bigint + k, CASE WHEN k % 2 = 1 THEN ${customer} END, ${topic},
    'transfer', ${resource}, 2 * (k % ${EVENTS_EACH} / 2), at
  FROM (
    SELECT k, $3::timestamptz + floor(k * $4::float8) * interval '1 ms' AS at
    FROM generate_series($5::bigint, $6::bigint - 1) AS k
  ) AS numbered`;

const COUNTS = `
  UPDATE webhooks.event_counts SET count = count + $2, recorded_at = greatest(recorded_at, $3),
    newest_at = greatest(newest_at, $3)
  WHERE account_id = $1
  RETURNING (count - $2)::text AS before`;

const DELIVERIES = `
  INSERT INTO webhooks.deliveries (recorded_at, subscription_id, sequence, event_id, resource_id, state)
  SELECT event.recorded_at, subscription.id,
    sequence + row_number() OVER (PARTITION BY subscription.id ORDER BY position), event.id, resource_id, 'pending'
  FROM webhooks.subscriptions AS subscription JOIN webhooks.public_events AS event USING (account_id)
  WHERE account_id = $1 AND position > $2`;

interface StoredEvents {
  readonly accountId: string;
  readonly events: number;
  /** The events are spread over this many days until now. */
  readonly days: number;
}

/**
 * Writes public events of transfers, as if the service had recorded them over some days: for each transfer two for the
 * account and two for a customer. For an account that does nothing meanwhile.
 *
 * @returns position of the last event before them
 */
export async function storeEvents(database: Client, { accountId, events, days }: StoredEvents): Promise<string> {
  const until = new Date();
  const from = new Date(until.getTime() - days * DAY_MS);
  await makePartitions(database, from, until);
  const { rows } = await database.query<{ before: string }>(COUNTS, [accountId, events, until]);
  const before = rows[0]?.before;
  if (before === undefined) throw new Error(`the account ${accountId} has had no event yet`);
  const stepMs = (days * DAY_MS) / events;
  for (let first = 0; first < events; first += CHUNK) {
    const chunk = [first, Math.min(first + CHUNK, events)];
    await database.query(EVENTS, [accountId, Number(before) + 1, from, stepMs, ...chunk]);
  }
  // The server would do this by itself some minutes after so many rows.
  await database.query('VACUUM (ANALYZE) webhooks.public_events');
  return before;
}

/** Events that happen one by one are recorded one by one, so a backlog is stored as if it had come within an hour. */
const BACKLOG_DAYS = 1 / 24;

/** Stores a backlog for each of an account's subscriptions, which are paused until `takeUp`. */
export async function storeBacklog(database: Client, accountId: string, events: number): Promise<void> {
  await database.query(
    `UPDATE webhooks.subscriptions SET paused = true, pause_reason = 'requested' WHERE account_id = $1`,
    [accountId],
  );
  const before = await storeEvents(database, { accountId, events, days: BACKLOG_DAYS });
  await database.query(DELIVERIES, [accountId, before]);
  await database.query('UPDATE webhooks.subscriptions SET sequence = sequence + $2 WHERE account_id = $1', [
    accountId,
    events,
  ]);
  await database.query('VACUUM (ANALYZE) webhooks.deliveries');
}

/** Starts sending the backlog. */
export async function takeUp(database: Client, accountId: string): Promise<void> {
  await database.query(
    `WITH resumed AS (
       UPDATE webhooks.subscriptions SET paused = false, pause_reason = NULL WHERE account_id = $1
     ) SELECT pg_notify('halyard_webhook_deliveries', '')`,
    [accountId],
  );
}

/** Makes the partitions for days before the suite was created. */
async function makePartitions(database: Client, from: Date, until: Date): Promise<void> {
  const spanMs = PARTITION_DAYS * DAY_MS;
  const start = (ms: number): string => new Date(Math.floor(ms / spanMs) * spanMs).toISOString();
  for (let ms = from.getTime(); start(ms) < start(until.getTime()); ms += spanMs) {
    const name = `webhooks.public_events_${start(ms).slice(0, 10).replaceAll('-', '')}`;
    await database.query(
      `CREATE TABLE IF NOT EXISTS ${name} PARTITION OF webhooks.public_events
       FOR VALUES FROM ('${start(ms)}') TO ('${start(ms + spanMs)}')`,
    );
  }
}
