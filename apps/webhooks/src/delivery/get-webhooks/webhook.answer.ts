import { type AttributesOf, ref, type ResourceAnswer } from '@halyard/contracts';
import { ErasedError, type Sealer } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import type { PublicFace } from '../../config.js';
import { eventOf } from '../../event/event.rows.js';
import { restartedFrom } from '../../recovery/restarts.rows.js';
import { ANSWER_CONTEXT, answerSubject } from '../outcome/attempt-records.rows.js';
import type { WebhookAnswer } from '../delivery.js';
import { type Notice, webhookBody, webhookHeaders } from '../attempt/signed-message.js';
import type { AttemptRow } from './attempts.query.js';
import type { WebhookRow } from './webhooks.query.js';

type WebhookAttempt = AttributesOf<'webhook'>['attempts'][number];

interface WebhookView {
  readonly db: EntityManager;
  readonly face: PublicFace;
  readonly sealer: Sealer;
  /** Whether bodies are shown. A page of webhooks does without: with bodies it would grow to megabytes. */
  readonly withBodies: boolean;
}

/** Answers a webhook as a resource (reference facts, 10.3), with its number and its next retry. */
export async function webhookAnswer(
  row: WebhookRow,
  attempts: readonly AttemptRow[],
  showing: WebhookView,
): Promise<ResourceAnswer<'webhook'>> {
  const restarted = await restartedFrom(showing.db, row.subscription_id, Number(row.sequence));
  const notice = { event: eventOf(row), sequence: Number(row.sequence), restartedFrom: restarted };
  return {
    type: 'resource',
    kind: 'webhook',
    id: row.delivery_id,
    attributes: {
      id: row.delivery_id,
      topic: row.topic,
      accountId: row.account_id,
      eventId: row.id,
      subscriptionId: row.subscription_id,
      sequence: Number(row.sequence),
      state: row.state,
      nextRetry: row.retry_at?.toISOString(),
      attempts: await Promise.all(attempts.map((attempt) => attemptAnswer(attempt, row, notice, showing))),
    },
    links: {
      subscription: ref('webhook-subscription', row.subscription_id),
      retry: ref('listWebhookRetries', row.delivery_id),
      event: ref('event', row.id),
    },
  };
}

/** Answers an attempt. Its message is not stored but made again: it is the same for each attempt. */
async function attemptAnswer(
  attempt: AttemptRow,
  webhook: WebhookRow,
  told: Notice,
  { face, sealer, withBodies }: WebhookView,
): Promise<WebhookAttempt> {
  const { attempted_at: at, duration_ms: durationMs } = attempt;
  const notice = { ...told, replayId: attempt.replay_id ?? undefined };
  const headers = Object.entries(webhookHeaders(notice, at, attempt.signatures, face));
  return {
    id: attempt.id,
    request: {
      timestamp: at.toISOString(),
      url: attempt.elsewhere ?? webhook.url,
      headers: headers.map(([name, value]) => ({ name, value })),
      ...(withBodies && { body: webhookBody(notice, face) }),
    },
    response: await answerOf(attempt, webhook, { sealer, withBodies }),
    error: attempt.error ?? undefined,
    durationMs,
  };
}

async function answerOf(
  { sealed_answer: sealed, status_code: statusCode, attempted_at: at, duration_ms: durationMs }: AttemptRow,
  webhook: WebhookRow,
  { sealer, withBodies }: Pick<WebhookView, 'sealer' | 'withBodies'>,
): Promise<WebhookAttempt['response']> {
  if (!sealed || statusCode === null) return undefined;
  const said = await answered(sealed, webhook, sealer);
  if (!said) return undefined;
  const { headers, body } = said;
  return {
    timestamp: new Date(at.getTime() + durationMs).toISOString(),
    headers: headers.map(([name, value]) => ({ name, value })),
    statusCode,
    ...(withBodies && { body }),
  };
}

/** Opens the receiver's stored answer. @returns undefined if the person whom the event was about has been erased */
async function answered(
  sealed: Buffer,
  { customer_id: customerId, account_id: accountId }: WebhookRow,
  sealer: Sealer,
): Promise<Pick<WebhookAnswer, 'headers' | 'body'> | undefined> {
  try {
    const text = await sealer.open(answerSubject({ customerId, accountId }), ANSWER_CONTEXT, sealed);
    return JSON.parse(text) as Pick<WebhookAnswer, 'headers' | 'body'>;
  } catch (error) {
    if (error instanceof ErasedError) return undefined;
    throw error;
  }
}
