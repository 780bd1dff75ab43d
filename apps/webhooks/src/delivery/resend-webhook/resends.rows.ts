import type { ResourceDocument } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import type { EntityManager } from 'typeorm';

/** Manual retries of one webhook. */
export const RETRIES_MAX = 100;

interface RetryRow {
  readonly id: string;
  readonly requested_at: Date;
  readonly state: 'pending' | 'delivered' | 'failed';
}

/** The reference of a retry, below its webhook. */
export const retryRef = (webhookId: string, id: string) => ref('webhook-retry', `${webhookId}/retries/${id}`);

/** A manual retry as a resource (reference facts, 10.3), with how it ended. */
export const retryDocument = (webhookId: string, row: RetryRow): ResourceDocument<'webhook-retry'> => ({
  document: 'resource',
  kind: 'webhook-retry',
  id: retryRef(webhookId, row.id).id,
  attributes: { id: row.id, timestamp: row.requested_at.toISOString(), state: row.state },
  links: { webhook: ref('webhook', webhookId) },
});

/** Manual retries, the oldest first; replays are resources of their own. */
export const retriesOf = (db: EntityManager, webhookId: string): Promise<RetryRow[]> =>
  db.query<RetryRow[]>(
    `SELECT id, requested_at, state FROM deliveries
     WHERE resend_of = $1 AND replay_id IS NULL ORDER BY requested_at, id LIMIT $2`,
    [webhookId, RETRIES_MAX],
  );

/** Queues the webhook once more, with its number, event and partition. */
export async function addRetry(tx: EntityManager, webhookId: string, id: string, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO deliveries (
       id, recorded_at, subscription_id, sequence, event_id, resource_id, state, resend_of, requested_at
     )
     SELECT $2, recorded_at, subscription_id, sequence, event_id, resource_id, 'pending', id, $3
     FROM deliveries WHERE id = $1`,
    [webhookId, id, at],
  );
}
