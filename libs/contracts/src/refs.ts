import type { ResourceKind } from './resource-kinds.js';
import type { ConsumingService, RebuildingService } from './services.js';

/** Lists, named after what they hang below: `account-transfers` is /accounts/{id}/transfers. */
export type CollectionKind =
  | 'customers'
  | 'transfers'
  | 'transfer-fees'
  | 'account-funding-sources'
  | 'account-transfers'
  | 'customer-funding-sources'
  | 'customer-transfers'
  | 'business-classifications'
  | 'institutions'
  | 'customer-documents'
  | 'beneficial-owner-documents'
  | 'document-reviews'
  | 'document-approval'
  | 'document-rejection'
  | 'document-file'
  | 'document-reads'
  | 'erasures'
  | 'customer-legal-holds'
  | 'beneficial-owners'
  | 'webhook-subscriptions'
  | 'subscription-webhooks'
  | 'webhook-retries'
  | 'subscription-events'
  | 'subscription-replays'
  | 'events'
  | `${ConsumingService}-${'parked-keys' | 'foreign-messages' | 'skipped-messages'}`
  | `${RebuildingService}-read-models`;

/** Names a resource or list without its address. Lists at the root have an empty id. */
export interface ResourceRef {
  readonly kind: ResourceKind | CollectionKind;
  readonly id: string;
}

export const ref = (kind: ResourceRef['kind'], id = ''): ResourceRef => ({ kind, id });
