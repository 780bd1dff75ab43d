import type { Clock } from '@halyard/core';
import { binaryColumns, queryPrepared } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import { DELIVERIES_CHANNEL } from '../delivery-signal.session.js';
import type { PublicEvent } from '../public-event.js';
import { RECORDED_CHANNEL } from '../recorded-events.session.js';
import { missingOf } from '../rebuild-events/rebuild-events.rows.js';

/**
 * Stores public events, and a delivery of each for every subscription that its account has now. That nothing is told twice
 * is for the inbox to see to, in the same transaction; after a rebuild has emptied it, what stands is left alone.
 */
export async function recordEvents(tx: EntityManager, events: readonly PublicEvent[], clock: Clock): Promise<void> {
  const at = clock.system();
  if (await record(tx, events, at, 'unless-told-again')) return;
  const missing = await missingOf(tx, events, clock);
  if (missing.length > 0) await record(tx, missing, at, 'all');
}

/**
 * One statement, whatever their number. With `unless-told-again` none is stored when some of them may stand already.
 *
 * An account's events are numbered under its row of `event_counts`, which is held until the commit: positions become
 * visible in their order, and have no hole. Rows are taken by account, so that two pages can't wait for each other, and no
 * clock that is behind records an event before those that it follows.
 *
 * A subscription's deliveries are numbered under its own row in the same way, those alone whose topics it wants, whether
 * or not it is paused: it is told then on request alone. The row is locked before it is looked at, by id: a change of
 * topics falls before or after a page, two pages can't wait for each other, and a subscription that is being deleted
 * leaves no deliveries.
 */
const RECORD = {
  name: 'record-events',
  text: `
    WITH told AS (
      SELECT * FROM unnest(
        $1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::text[], $6::uuid[], $7::integer[], $8::timestamptz[],
        $9::text[], $10::text[]
      ) WITH ORDINALITY
        AS told (
          id, account_id, customer_id, topic, resource_kind, resource_id, resource_version, created_at, traceparent,
          correlation_id, place
        )
    ), again AS (
      SELECT FROM told JOIN event_counts USING (account_id) WHERE $12 AND created_at <= rebuilt_to
    ), numbered AS (
      SELECT *, row_number() OVER (PARTITION BY account_id ORDER BY place) AS number,
        count(*) OVER (PARTITION BY account_id) AS of_account,
        max(created_at) OVER (PARTITION BY account_id) AS newest_at
      FROM told WHERE NOT EXISTS (SELECT FROM again)
    ), counted AS (
      INSERT INTO event_counts AS counts (account_id, count, recorded_at, newest_at)
      SELECT account_id, of_account, $11, newest_at FROM numbered WHERE number = 1 ORDER BY account_id
      ON CONFLICT (account_id) DO UPDATE
      SET count = counts.count + excluded.count, recorded_at = greatest(counts.recorded_at, excluded.recorded_at),
        newest_at = greatest(counts.newest_at, excluded.newest_at)
      RETURNING account_id, count, recorded_at
    ), recorded AS (
      INSERT INTO public_events (
        id, recorded_at, account_id, position, customer_id, topic, resource_kind, resource_id, resource_version, created_at,
        traceparent, correlation_id
      )
      SELECT id, recorded_at, account_id, count - of_account + number, customer_id, topic, resource_kind, resource_id,
        resource_version, created_at, traceparent, correlation_id
      FROM numbered JOIN counted USING (account_id)
      RETURNING id, recorded_at, account_id, position, topic, resource_id
    ), subscribed AS MATERIALIZED (
      SELECT id AS subscription_id, account_id, topics, paused, sequence FROM subscriptions
      WHERE account_id IN (SELECT account_id FROM counted) ORDER BY id FOR NO KEY UPDATE
    ), told_to AS (
      SELECT subscription_id, paused, recorded.*,
        sequence + row_number() OVER (PARTITION BY subscription_id ORDER BY position) AS sequence
      FROM recorded JOIN subscribed USING (account_id)
      WHERE topics IS NULL OR topic = ANY (topics)
    ), counted_on AS (
      UPDATE subscriptions SET sequence = newest.sequence
      FROM (SELECT subscription_id, max(sequence) AS sequence FROM told_to GROUP BY subscription_id) AS newest
      WHERE subscriptions.id = newest.subscription_id
    ), due AS (
      INSERT INTO deliveries (subscription_id, sequence, event_id, resource_id, recorded_at, state)
      SELECT subscription_id, sequence, id, resource_id, recorded_at, CASE WHEN paused THEN 'held' ELSE 'pending' END
      FROM told_to
      RETURNING state
    )
    SELECT again, CASE WHEN NOT again THEN pg_notify('${RECORDED_CHANNEL}', '') END,
      CASE WHEN pending > 0 THEN pg_notify('${DELIVERIES_CHANNEL}', '') END
    FROM (SELECT EXISTS (SELECT FROM again) AS again, count(*) AS pending FROM due WHERE state = 'pending') AS done`,
};

/** @returns whether they are stored */
async function record(
  tx: EntityManager,
  events: readonly PublicEvent[],
  at: Date,
  which: 'all' | 'unless-told-again',
): Promise<boolean> {
  const isRepeat = which === 'unless-told-again';
  const [row] = await queryPrepared<{ again: boolean }>(tx, RECORD, [...columnsOf(events), at, isRepeat]);
  return row?.again === false;
}

const columnsOf = (events: readonly PublicEvent[]): Buffer[] =>
  binaryColumns(
    events,
    ['uuid', ({ id }) => id],
    ['uuid', ({ accountId }) => accountId],
    ['uuid', ({ customerId }) => customerId],
    ['text', ({ topic }) => topic],
    ['text', ({ resourceKind }) => resourceKind],
    ['uuid', ({ resourceId }) => resourceId],
    ['integer', ({ resourceVersion }) => resourceVersion],
    ['timestamptz', ({ createdAt }) => createdAt],
    ['text', ({ traceparent }) => traceparent ?? null],
    ['text', ({ correlationId }) => correlationId ?? null],
  );
