import { nextNumber, type NumberGap } from '@halyard/lists';
import type { EntityManager } from 'typeorm';
import { type EventRow, eventOf } from '../event/event.rows.js';
import type { PublicEvent } from '../event/public-event.js';
import { type Restart, restartsOf } from '../recovery/restarts.rows.js';
import type { Subscriber } from '../subscription/subscription.answer.js';

export interface NumberedEvent {
  readonly sequence: number;
  readonly event: PublicEvent;
}

/** Numbers of a subscription's oldest stored event and of its newest event, and the restores that left gaps. */
export interface EventNumbers {
  readonly oldest: number;
  readonly newest: number;
  readonly gaps: readonly Restart[];
}

/** @returns undefined if the subscription does not belong to the subscriber */
export async function numbersOf(
  db: EntityManager,
  id: string,
  { accountId, applicationId }: Subscriber,
): Promise<EventNumbers | undefined> {
  const [row] = await db.query<{ newest: string; oldest: string | null }[]>(
    `SELECT sequence AS newest, (
       SELECT first.sequence FROM deliveries AS first CROSS JOIN LATERAL (
         SELECT FROM public_events WHERE id = first.event_id AND recorded_at = first.recorded_at OFFSET 0
       ) AS event
       WHERE first.subscription_id = subscriptions.id AND first.resend_of IS NULL ORDER BY first.sequence LIMIT 1
     ) AS oldest
     FROM subscriptions WHERE id = $1 AND account_id = $2
       AND ($3::uuid IS NULL OR application_id = $3)`,
    [id, accountId, applicationId],
  );
  if (!row) return undefined;
  const newest = Number(row.newest);
  const gaps = await restartsOf(db, 'deliveries', id);
  return { newest, gaps, oldest: row.oldest === null ? newest + 1 : Number(row.oldest) };
}

/**
 * Reads the events after a number, in order. It stops where events are no longer stored; a gap that a restore left does
 * not end it.
 */
export async function numberedEvents(
  db: EntityManager,
  subscriptionId: string,
  { after, limit, gaps }: { readonly after: number; readonly limit: number; readonly gaps: readonly NumberGap[] },
): Promise<NumberedEvent[]> {
  const rows = await db.query<(EventRow & { readonly sequence: string })[]>(
    `SELECT public_events.*, numbered.sequence
     FROM (
       SELECT sequence, event_id, recorded_at FROM deliveries
       WHERE subscription_id = $1 AND resend_of IS NULL AND sequence > $2 ORDER BY sequence LIMIT $3
     ) AS numbered
     JOIN public_events ON public_events.id = event_id AND public_events.recorded_at = numbered.recorded_at
     ORDER BY numbered.sequence`,
    [subscriptionId, after, limit],
  );
  const events = rows.map((row) => ({ sequence: Number(row.sequence), event: eventOf(row) }));
  const end = events.findIndex(({ sequence }, at) => {
    const before = events[at - 1];
    return before !== undefined && sequence !== nextNumber(before.sequence, gaps);
  });
  return end === -1 ? events : events.slice(0, end);
}
