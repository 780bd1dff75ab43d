/** What a public event can be about. */
export type EventResourceKind = 'beneficial-owner' | 'customer' | 'document' | 'funding-source' | 'transfer';

/** How long events, their deliveries and the attempts at these are kept. */
export const KEPT_MS = 30 * 24 * 60 * 60_000;

/** An event as clients see it: in the list, and as the body of a webhook. */
export interface PublicEvent {
  readonly id: string;
  readonly accountId: string;
  /** The customer whose event it is; null when it is the account's own. */
  readonly customerId: string | null;
  readonly topic: string;
  readonly resourceKind: EventResourceKind;
  readonly resourceId: string;
  /**
   * Of what it came of, in the history of the resource, or of the customer whom a document or an owner belongs to; null
   * where another service than the resource's told of it.
   */
  readonly resourceVersion: number | null;
  /** That the caller gave a transfer, where it did. */
  readonly correlationId?: string;
  readonly createdAt: Date;
  /** W3C trace context of what it came of, for the spans of its deliveries; clients never see it. */
  readonly traceparent?: string;
}
