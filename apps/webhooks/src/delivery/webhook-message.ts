import { createHmac } from 'node:crypto';
import type { ResourceKind } from '@halyard/contracts';
import { publicRoutes } from '@halyard/contracts';
import type { PublicEvent } from '../event/public-event.js';

/** How this installation looks from outside. */
export interface PublicFace {
  readonly baseUrl: string;
  readonly vendorWord: string;
}

/** What a subscriber is told: an event, and its number among those of the subscription. */
export interface Notice {
  readonly event: PublicEvent;
  readonly sequence: number;
}

const paths: Partial<Record<ResourceKind, string>> = {
  account: publicRoutes.getAccount.path,
  customer: publicRoutes.getCustomer.path,
  event: publicRoutes.getEvent.path,
  'funding-source': publicRoutes.getFundingSource.path,
  transfer: publicRoutes.getTransfer.path,
};

/** The bytes that are sent and signed: the event, with absolute links (reference facts, 10.2) and its number. */
export function webhookBody({ event, sequence }: Notice, { baseUrl, vendorWord }: PublicFace): string {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '');
  const link = (kind: ResourceKind, id: string) => ({
    href: `${base}${paths[kind]?.replace(':id', id) ?? ''}`,
    type: `application/vnd.${vendorWord}.v1.hal+json`,
    'resource-type': kind,
  });
  const created = event.createdAt.toISOString();
  return JSON.stringify({
    id: event.id,
    resourceId: event.resourceId,
    topic: event.topic,
    timestamp: created,
    created,
    sequence,
    _links: {
      self: link('event', event.id),
      account: link('account', event.accountId),
      resource: link(event.resourceKind, event.resourceId),
      ...(event.customerId !== null && { customer: link('customer', event.customerId) }),
    },
  });
}

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
