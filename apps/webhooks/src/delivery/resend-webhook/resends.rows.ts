import { ref, type ResourceAnswer } from '@halyard/contracts';
import type { EntityManager } from 'typeorm';

/** The most resends of one webhook. */
export const RESENDS_MAX = 100;

interface ResendRow {
  readonly id: string;
  readonly requested_at: Date;
  readonly state: 'pending' | 'delivered' | 'failed';
}

export const resendRef = (webhookId: string, id: string) => ref('webhook-retry', `${webhookId}/${id}`);

/** Answers a resend as a resource with its outcome. The API calls it a retry (reference facts, 10.3). */
export const resendDocument = (webhookId: string, row: ResendRow): ResourceAnswer<'webhook-retry'> => ({
  type: 'resource',
  kind: 'webhook-retry',
  id: resendRef(webhookId, row.id).id,
  attributes: { id: row.id, timestamp: row.requested_at.toISOString(), state: row.state },
  links: { webhook: ref('webhook', webhookId) },
});

/** Reads the resends of a webhook, oldest first. Deliveries of replays are left out. */
export const resendsOf = (db: EntityManager, webhookId: string): Promise<ResendRow[]> =>
  db.query<ResendRow[]>(
    `SELECT id, requested_at, state FROM deliveries
     WHERE resend_of = $1 AND replay_id IS NULL ORDER BY requested_at, id LIMIT $2`,
    [webhookId, RESENDS_MAX],
  );

/** Queues a resend of the webhook: it has the same number, event and partition. */
export async function addResend(tx: EntityManager, webhookId: string, id: string, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO deliveries (
       id, recorded_at, subscription_id, sequence, event_id, resource_id, state, resend_of, requested_at
     )
     SELECT $2, recorded_at, subscription_id, sequence, event_id, resource_id, 'pending', id, $3
     FROM deliveries WHERE id = $1`,
    [webhookId, id, at],
  );
}
