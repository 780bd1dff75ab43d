import { ref } from '@halyard/contracts';
import { pathOf } from '@halyard/public-api';
import type { PublicFace } from '../config.js';
import type { EventResourceKind, PublicEvent } from './public-event.js';

type LinkedKind = EventResourceKind | 'account' | 'event';

/** Writes an event for webhooks and streams, with absolute links (reference facts, 10.2). */
export function messageOf(event: PublicEvent, { baseUrl, vendorWord }: PublicFace): object {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '');
  const link = (kind: LinkedKind, id: string) => ({
    href: base + pathOf(ref(kind, id)),
    type: `application/vnd.${vendorWord}.v1.hal+json`,
    'resource-type': kind,
  });
  const created = event.createdAt.toISOString();
  return {
    id: event.id,
    resourceId: event.resourceId,
    topic: event.topic,
    timestamp: created,
    created,
    correlationId: event.correlationId,
    _links: {
      self: link('event', event.id),
      account: link('account', event.accountId),
      resource: link(event.resourceKind, event.resourceId),
      ...(event.customerId !== null && { customer: link('customer', event.customerId) }),
    },
  };
}
