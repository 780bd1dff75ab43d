import type { WebhookEvent } from '@halyard/client';
import type { Api } from '../api/api.js';
import { eventOf } from './resend.command.js';

/**
 * Calls for each webhook that is sent again through the API, by whomever: the log of requests tells of it.
 *
 * @param onTried called with all that the log tells, and when it tells nothing for now
 * @throws ApiError where the log is not there, or may not be read
 */
export async function onRetry(
  { client }: Api,
  signal: AbortSignal,
  resend: (webhookId: string) => Promise<void>,
  onTried: () => void,
): Promise<void> {
  const retries = { method: ['POST'], route: ['/webhooks/{id}/retries'], status: ['2xx'] };
  for await (const { request } of client.requests({ ...retries, signal, onPosition: onTried, onPause: onTried })) {
    const [, , webhookId = ''] = request.path.split('/');
    await resend(webhookId);
  }
}

/** The event that a webhook tells. */
export async function eventOfWebhook(api: Api, id: string): Promise<WebhookEvent> {
  const { eventId } = await api.client.get('/webhooks/{id}', { path: { id }, signal: api.signal });
  return eventOf(api, eventId);
}
