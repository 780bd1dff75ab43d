import type { EntityManager } from 'typeorm';
import type { Signatures } from '../attempt/signed-message.js';

export interface AttemptRow {
  readonly id: string;
  readonly attempted_at: Date;
  readonly delivery_id: string;
  readonly duration_ms: number;
  readonly signatures: Signatures;
  readonly status_code: number | null;
  readonly error: string | null;
  readonly sealed_answer: Buffer | null;
  /** The URL to which a replay sent the attempt; null for the subscription's own URL. */
  readonly elsewhere: string | null;
  readonly replay_id: string | null;
}

/** How many attempts of each webhook are shown at most: the latest ones, oldest first. */
const ATTEMPTS_MAX = 120;

export async function attemptsOf(
  db: EntityManager,
  deliveryIds: readonly string[],
): Promise<ReadonlyMap<string, readonly AttemptRow[]>> {
  const rows = await db.query<AttemptRow[]>(
    `SELECT attempt.*, resend.url AS elsewhere, resend.replay_id
     FROM unnest($1::uuid[]) AS webhook (id)
     CROSS JOIN LATERAL (
       SELECT * FROM attempts WHERE delivery_id = webhook.id ORDER BY attempted_at DESC, id DESC LIMIT $2
     ) AS attempt
     LEFT JOIN deliveries AS resend ON resend.id = attempt.resend_id AND resend.resend_of = webhook.id
     ORDER BY attempt.attempted_at, attempt.id`,
    [deliveryIds, ATTEMPTS_MAX],
  );
  const byWebhook = new Map<string, AttemptRow[]>();
  for (const row of rows) byWebhook.set(row.delivery_id, [...(byWebhook.get(row.delivery_id) ?? []), row]);
  return byWebhook;
}
