import type { ResourceDocument } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import type { EntityManager } from 'typeorm';

/** Of one webhook, by hand. */
export const RETRIES_MAX = 100;

interface RetryRow {
  readonly id: string;
  readonly requested_at: Date;
  readonly state: 'pending' | 'delivered' | 'failed';
}

/** Where a retry is found, below its webhook. */
export const retryRef = (webhookId: string, id: string) => ref('webhook-retry', `${webhookId}/retries/${id}`);

/** A retry as a resource (reference facts, 10.3), and how it ended. */
export const retryDocument = (webhookId: string, row: RetryRow): ResourceDocument<'webhook-retry'> => ({
  document: 'resource',
  kind: 'webhook-retry',
  id: retryRef(webhookId, row.id).id,
  attributes: { id: row.id, timestamp: row.requested_at.toISOString(), state: row.state },
  links: { webhook: ref('webhook', webhookId) },
});

/** Those that were asked for one at a time, the oldest first; replays have a resource of their own. */
export const retriesOf = (db: EntityManager, webhookId: string): Promise<RetryRow[]> =>
  db.query<RetryRow[]>(
    `SELECT id, requested_at, state FROM deliveries
     WHERE resend_of = $1 AND replay_id IS NULL ORDER BY requested_at, id LIMIT $2`,
    [webhookId, RETRIES_MAX],
  );

/** Puts the webhook into its lane once more, with the number, event and partition that it has. */
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
