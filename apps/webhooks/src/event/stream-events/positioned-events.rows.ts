import { DomainError } from '@halyard/core';
import { nextNumber, type NumberGap } from '@halyard/lists';
import type { EntityManager } from 'typeorm';
import { type EventRow, eventOf } from '../event.rows.js';
import type { PublicEvent } from '../public-event.js';
import type { PositionedItem } from './event-stream.js';

/** Which of an account's events a stream sends: those of these topics, or all. */
export interface Topics {
  readonly accountId: string;
  readonly topics?: readonly string[];
}

type Row = { readonly kept: number } & (EventRow | { readonly id: null });

/**
 * Reads the events between two positions, oldest first. The range is bounded, so it stays cheap if a filter drops most
 * events.
 * @throws DomainError Gone if some events of the range are no longer stored, even if the filter drops them
 */
export async function eventsBetween(
  db: EntityManager,
  { accountId, topics }: Topics,
  from: bigint,
  to: bigint,
): Promise<PositionedItem<PublicEvent>[]> {
  const rows = await db.query<Row[]>(
    `SELECT counted.kept, event.* FROM (
       SELECT count(*)::int AS kept FROM public_events WHERE account_id = $1 AND position BETWEEN $2 AND $3
     ) AS counted
     LEFT JOIN public_events AS event
       ON account_id = $1 AND position BETWEEN $2 AND $3 AND ($4::text[] IS NULL OR topic = ANY ($4))
     ORDER BY position`,
    [accountId, from.toString(), to.toString(), topics ?? null],
  );
  const kept = BigInt(rows[0]?.kept ?? 0);
  if (kept <= to - from)
    throw new DomainError('Gone', { message: `Some of the events from ${from} to ${to} are no longer kept.` });
  return rows.flatMap((row) => (row.id === null ? [] : [{ position: row.position, item: eventOf(row) }]));
}

/**
 * Checks that the next event is still stored. @throws DomainError Gone, with the position of the oldest stored event
 */
export async function requireNext(
  db: EntityManager,
  accountId: string,
  { after, newest, gaps }: { readonly after: bigint; readonly newest: bigint; readonly gaps: readonly NumberGap[] },
): Promise<void> {
  const [row] = await db.query<[{ next: string | null }]>(
    'SELECT min(position)::text AS next FROM public_events WHERE account_id = $1 AND position > $2',
    [accountId, after.toString()],
  );
  const next = BigInt(row.next ?? newest + 1n);
  if (next > BigInt(nextNumber(Number(after), gaps)))
    throw new DomainError('Gone', { message: `The oldest event that is kept is ${next}.` });
}
