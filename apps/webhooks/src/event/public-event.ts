import { DAY_MS } from '@halyard/core';

export type EventResourceKind = 'beneficial-owner' | 'customer' | 'document' | 'funding-source' | 'transfer';

/** How long events are stored, and also their deliveries and attempts. */
export const KEPT_MS = 30 * DAY_MS;

/** An event as clients see it: in the list, and as the body of a webhook. */
export interface PublicEvent {
  readonly id: string;
  readonly accountId: string;
  /** The customer to whom the event belongs; null if it belongs to the account itself. */
  readonly customerId: string | null;
  readonly topic: string;
  readonly resourceKind: EventResourceKind;
  readonly resourceId: string;
  /**
   * The version in the resource's history that caused the event; null if the event was caused by another service than
   * the resource's own. A document or an owner has no history of its own: the version is in that of its customer.
   */
  readonly resourceVersion: number | null;
  /** The correlation id that the caller gave a transfer, if any. */
  readonly correlationId?: string;
  /** By the account's clock. */
  readonly createdAt: Date;
  /**
   * W3C trace context of the change that caused the event. Spans of its deliveries continue it; clients never see it.
   */
  readonly traceparent?: string;
}
