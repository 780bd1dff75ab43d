import type { Clock } from '@halyard/core';
import type { EntityManager } from 'typeorm';
import { KEPT_MS, type PublicEvent } from '../public-event.js';

/** What is about to go is not brought back, so that clocks may differ: it could have gone already, and be told anew. */
const REBUILT_MS = KEPT_MS - 60 * 60_000;

/**
 * Everything is told again from now on, and what stands is left alone: whatever is no newer than the account's newest
 * event is looked for before it is recorded (ADR 29). Deliveries of events that are lost can't be made: the events get
 * new ones.
 */
export async function beginRebuild(tx: EntityManager): Promise<void> {
  await tx.query('UPDATE event_counts SET rebuilt_to = newest_at');
  await tx.query(
    `DELETE FROM deliveries WHERE state IN ('pending', 'waiting') AND NOT EXISTS (
       SELECT FROM public_events WHERE id = deliveries.event_id AND recorded_at = deliveries.recorded_at
     )`,
  );
}

/** Those that are to be recorded: what is new, and what was lost. Not what stands, nor what is too old to stand. */
export async function missingOf(
  tx: EntityManager,
  events: readonly PublicEvent[],
  clock: Clock,
): Promise<readonly PublicEvent[]> {
  const rebuiltTo = await timesOfRebuilds(tx, events);
  if (rebuiltTo.size === 0) return events;
  const isNew = ({ accountId, createdAt }: PublicEvent): boolean => {
    const to = rebuiltTo.get(accountId);
    return to === undefined || createdAt > to;
  };
  const isYoung = ({ accountId, createdAt }: PublicEvent): boolean =>
    createdAt.getTime() > clock.now(accountId).getTime() - REBUILT_MS;

  const again = events.filter((event) => !isNew(event) && isYoung(event));
  const rows = await tx.query<{ id: string }[]>('SELECT id FROM public_events WHERE id = ANY ($1)', [
    again.map(({ id }) => id),
  ]);
  const standing = new Set(rows.map(({ id }) => id));
  return events.filter((event) => isNew(event) || (isYoung(event) && !standing.has(event.id)));
}

/** Up to when events may stand, for accounts with a rebuild. */
async function timesOfRebuilds(tx: EntityManager, events: readonly PublicEvent[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await tx.query<{ account_id: string; rebuilt_to: Date }[]>(
    'SELECT account_id, rebuilt_to FROM event_counts WHERE account_id = ANY ($1) AND rebuilt_to IS NOT NULL',
    [[...new Set(events.map(({ accountId }) => accountId))]],
  );
  return new Map(rows.map((row) => [row.account_id, row.rebuilt_to]));
}
