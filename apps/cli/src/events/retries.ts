import type { WebhookEvent } from '@halyard/client';
import type { Api } from '../api/api.js';
import { eventOf } from './resend.command.js';

/**
 * Reads the request log, and calls `resend` for each webhook that somebody sends again through the API.
 *
 * @param onTried called after each read of the log, with or without news
 * @throws ApiError if the log does not exist, or may not be read
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

export async function eventOfWebhook(api: Api, id: string): Promise<WebhookEvent> {
  const { eventId } = await api.client.get('/webhooks/{id}', { path: { id }, signal: api.signal });
  return eventOf(api, eventId);
}
