import type { EntityManager } from 'typeorm';
import { type EventRow, eventOf } from '../event.rows.js';
import type { PublicEvent } from '../public-event.js';

/** An event with its place among those of its account. */
export interface Positioned {
  readonly position: string;
  readonly event: PublicEvent;
}

/** Which events a stream is of: those of an account, or of these topics alone. */
export interface Streamed {
  readonly accountId: string;
  readonly topics?: readonly string[];
}

/** Those of a bounded stretch, oldest first: what a filter leaves out of it costs little. */
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
