import { createHmac } from 'node:crypto';
import { messageOf, type PublicFace } from '../event/event-message.js';
import type { PublicEvent } from '../event/public-event.js';

/** What a subscriber is told: an event, and its number among those of the subscription. */
export interface Notice {
  readonly event: PublicEvent;
  readonly sequence: number;
}

/** The bytes that are sent and signed: the event, with absolute links (reference facts, 10.2) and its number. */
export const webhookBody = ({ event, sequence }: Notice, face: PublicFace): string =>
  JSON.stringify({ ...messageOf(event, face), sequence });

/** Hex HMAC-SHA256 of the raw body, keyed with the subscription's secret (specification, Authentication 6). */
export const signatureOf = (body: string, secret: string): string =>
  createHmac('sha256', secret).update(body).digest('hex');

export function webhookHeaders(
  { event, sequence }: Notice,
  signature: string,
  { vendorWord }: PublicFace,
): Record<string, string> {
  const word = vendorWord.charAt(0).toUpperCase() + vendorWord.slice(1);
  return {
    'Content-Type': 'application/json; charset=UTF-8',
    'User-Agent': `${vendorWord}-webhooks/1.0`,
    'X-Request-Signature-Sha-256': signature,
    [`X-${word}-Topic`]: event.topic,
    [`X-${word}-Sequence`]: sequence.toString(),
  };
}
