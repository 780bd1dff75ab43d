import { DAY_MS } from '@halyard/core';

export type EventResourceKind = 'beneficial-owner' | 'customer' | 'document' | 'funding-source' | 'transfer';

/** How long events, their deliveries and attempts are kept. */
export const KEPT_MS = 30 * DAY_MS;

/** An event as clients see it: in the list, and as the body of a webhook. */
export interface PublicEvent {
  readonly id: string;
  readonly accountId: string;
  /** The customer that the event belongs to; null for the account's own. */
  readonly customerId: string | null;
  readonly topic: string;
  readonly resourceKind: EventResourceKind;
  readonly resourceId: string;
  /**
   * The version that caused the event, in the history of the resource (for a document or an owner, in that of its
   * customer). Null if another service than the resource's own caused the event.
   */
  readonly resourceVersion: number | null;
  /** The correlation id that the caller gave a transfer, if any. */
  readonly correlationId?: string;
  readonly createdAt: Date;
  /** W3C trace context of the change that caused the event, for the spans of its deliveries. Never shown to clients. */
  readonly traceparent?: string;
}
