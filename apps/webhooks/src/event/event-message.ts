import { publicRoutes } from '@halyard/contracts';
import type { PublicFace } from '../config.js';
import type { EventResourceKind, PublicEvent } from './public-event.js';

type Linked = EventResourceKind | 'account' | 'event';

const paths: Readonly<Record<Linked, string>> = {
  account: publicRoutes.getAccount.path,
  'beneficial-owner': publicRoutes.getBeneficialOwner.path,
  customer: publicRoutes.getCustomer.path,
  document: publicRoutes.getDocument.path,
  event: publicRoutes.getEvent.path,
  'funding-source': publicRoutes.getFundingSource.path,
  transfer: publicRoutes.getTransfer.path,
};

/** An event as webhooks and streams carry it, with absolute links (reference facts, 10.2). */
export function messageOf(event: PublicEvent, { baseUrl, vendorWord }: PublicFace): object {
  const base = baseUrl.replace(/(?<!\/)\/+$/, '');
  const link = (kind: Linked, id: string) => ({
    href: base + paths[kind].replace(':id', id),
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
