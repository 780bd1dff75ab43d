import type { Page, ResourceDocument } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import { validationError } from '@halyard/core';
import type { EntityManager } from 'typeorm';
import type { EventResourceKind, PublicEvent } from '../public-event.js';

export interface EventRow {
  readonly id: string;
  readonly account_id: string;
  readonly customer_id: string | null;
  readonly topic: string;
  readonly resource_kind: EventResourceKind;
  readonly resource_id: string;
  readonly created_at: Date;
  readonly traceparent: string | null;
}

export const eventOf = (row: EventRow): PublicEvent => ({
  id: row.id,
  accountId: row.account_id,
  customerId: row.customer_id,
  topic: row.topic,
  resourceKind: row.resource_kind,
  resourceId: row.resource_id,
  createdAt: row.created_at,
  traceparent: row.traceparent ?? undefined,
});

/** An event as a resource (reference facts, 11). */
export const eventDocument = (event: PublicEvent): ResourceDocument => ({
  document: 'resource',
  kind: 'event',
  id: event.id,
  attributes: {
    id: event.id,
    created: event.createdAt.toISOString(),
    topic: event.topic,
    resourceId: event.resourceId,
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

export interface EventPage {
  readonly events: readonly PublicEvent[];
  readonly total: number;
  readonly page: Page;
}

/** Positions are 64-bit integers. */
const isPosition = (anchor: string): boolean => /^\d{1,18}$/.test(anchor);

/**
 * A page of an account's events, newest first. Its anchor is the position of the newest event when the first page was
 * read: pages asked for with it see nothing that came later.
 *
 * @throws DomainError ValidationError for an anchor that this list never gave
 */
export async function pageOfEvents(db: EntityManager, accountId: string, page: Page): Promise<EventPage> {
  if (page.anchor !== undefined && !isPosition(page.anchor)) {
    throw validationError({ code: 'InvalidFormat', message: 'Anchor invalid.', path: '/query/anchor' });
  }
  const anchor = page.anchor ?? (await newestPosition(db, accountId));
  if (anchor === null) return { events: [], total: 0, page };

  const [counts, rows] = await Promise.all([
    db.query<{ total: number }[]>(
      'SELECT count(*)::int AS total FROM public_events WHERE account_id = $1 AND position <= $2',
      [accountId, anchor],
    ),
    db.query<EventRow[]>(
      `SELECT * FROM public_events WHERE account_id = $1 AND position <= $2 ORDER BY position DESC LIMIT $3 OFFSET $4`,
      [accountId, anchor, page.limit, page.offset],
    ),
  ]);
  return { events: rows.map(eventOf), total: counts[0]?.total ?? 0, page: { ...page, anchor } };
}

async function newestPosition(db: EntityManager, accountId: string): Promise<string | null> {
  const rows = await db.query<{ newest: string | null }[]>(
    'SELECT max(position)::text AS newest FROM public_events WHERE account_id = $1',
    [accountId],
  );
  return rows[0]?.newest ?? null;
}
