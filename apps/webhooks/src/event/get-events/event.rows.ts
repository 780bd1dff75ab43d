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
export const eventDocument = (event: PublicEvent): ResourceDocument<'event'> => ({
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
 * read: pages asked for with it see nothing that came later. Positions have no hole, so that they say where a page begins
 * and how many events there are, however many those are.
 *
 * @throws DomainError ValidationError for an anchor that this list never gave
 */
export async function pageOfEvents(db: EntityManager, accountId: string, page: Page): Promise<EventPage> {
  if (page.anchor !== undefined && !isPosition(page.anchor)) {
    throw validationError({ code: 'InvalidFormat', message: 'Anchor invalid.', path: '/query/anchor' });
  }
  const { oldest, newest } = await boundsOf(db, accountId);
  const asked = BigInt(page.anchor ?? newest);
  const anchor = asked < newest ? asked : newest;

  const rows = await db.query<EventRow[]>(
    'SELECT * FROM public_events WHERE account_id = $1 AND position <= $2 ORDER BY position DESC LIMIT $3',
    [accountId, (anchor - BigInt(page.offset)).toString(), page.limit],
  );
  const total = anchor < oldest ? 0 : Number(anchor - oldest) + 1;
  return { events: rows.map(eventOf), total, page: { ...page, anchor: anchor.toString() } };
}

/** Positions of the oldest event that is still kept and of the newest one; 1 and 0 where there is none. */
async function boundsOf(db: EntityManager, accountId: string): Promise<{ oldest: bigint; newest: bigint }> {
  const [row] = await db.query<[{ oldest: string | null; newest: string | null }]>(
    `SELECT min(position)::text AS oldest, max(position)::text AS newest FROM public_events WHERE account_id = $1`,
    [accountId],
  );
  return { oldest: BigInt(row.oldest ?? 1), newest: BigInt(row.newest ?? 0) };
}
