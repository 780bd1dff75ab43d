import type { EntityManager } from 'typeorm';
import { type EventRow, eventOf } from '../event.rows.js';
import type { PublicEvent } from '../public-event.js';

/** An event with its position in the account. */
export interface Positioned {
  readonly position: string;
  readonly event: PublicEvent;
}

/** The events that a stream carries: all of an account, or those of these topics. */
export interface Streamed {
  readonly accountId: string;
  readonly topics?: readonly string[];
}

/** The events of a bounded range, oldest first: a filter that drops most of them stays cheap. */
export async function eventsBetween(
  db: EntityManager,
  { accountId, topics }: Streamed,
  from: bigint,
  to: bigint,
): Promise<Positioned[]> {
  const rows = await db.query<EventRow[]>(
    `SELECT * FROM public_events
     WHERE account_id = $1 AND position BETWEEN $2 AND $3 AND ($4::text[] IS NULL OR topic = ANY ($4))
     ORDER BY position`,
    [accountId, from.toString(), to.toString(), topics ?? null],
  );
  return rows.map((row) => ({ position: row.position, event: eventOf(row) }));
}
