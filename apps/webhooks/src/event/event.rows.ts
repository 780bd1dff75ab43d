import { ref, type ResourceAnswer } from '@halyard/contracts';
import type { EntityManager } from 'typeorm';
import type { EventResourceKind, PublicEvent } from './public-event.js';

export interface EventRow {
  readonly id: string;
  readonly account_id: string;
  readonly customer_id: string | null;
  readonly topic: string;
  readonly resource_kind: EventResourceKind;
  readonly resource_id: string;
  readonly resource_version: number | null;
  readonly correlation_id: string | null;
  /** The driver returns a bigint as text. */
  readonly position: string;
  readonly created_at: Date;
  readonly traceparent: string | null;
}

export const eventOf = (row: Omit<EventRow, 'position'>): PublicEvent => ({
  id: row.id,
  accountId: row.account_id,
  customerId: row.customer_id,
  topic: row.topic,
  resourceKind: row.resource_kind,
  resourceId: row.resource_id,
  resourceVersion: row.resource_version,
  correlationId: row.correlation_id ?? undefined,
  createdAt: row.created_at,
  traceparent: row.traceparent ?? undefined,
});

/** Answers an event as a resource (reference facts, 11), with the same correlation id as its webhook. */
export const eventAnswer = (event: PublicEvent): ResourceAnswer<'event'> => ({
  type: 'resource',
  kind: 'event',
  id: event.id,
  attributes: {
    id: event.id,
    created: event.createdAt.toISOString(),
    topic: event.topic,
    resourceId: event.resourceId,
    correlationId: event.correlationId,
  },
  links: {
    resource: ref(event.resourceKind, event.resourceId),
    account: ref('account', event.accountId),
    ...(event.customerId !== null && { customer: ref('customer', event.customerId) }),
  },
});

export async function findEvent(db: EntityManager, accountId: string, id: string): Promise<PublicEvent | undefined> {
  const rows = await db.query<EventRow[]>('SELECT * FROM public_events WHERE id = $1 AND account_id = $2', [
    id,
    accountId,
  ]);
  return rows[0] && eventOf(rows[0]);
}
