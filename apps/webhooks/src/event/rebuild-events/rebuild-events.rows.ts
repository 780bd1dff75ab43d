import type { EntityManager } from 'typeorm';
import { lockDeliveries } from '../delivery-locks.rows.js';
import { KEPT_MS, type PublicEvent } from '../public-event.js';

/**
 * How recently the system must have recorded a fact for its event to be recorded again. The margin of an hour allows for
 * differing clocks: an older event may be dropped already. The account's clock tells nothing of this: it may stand, or
 * have run ahead.
 */
const REBUILT_MS = KEPT_MS - 60 * 60_000;

/** A public event, and when the system recorded the fact that it reports. */
export interface ReportedFact {
  readonly event: PublicEvent;
  readonly recordedAt: Date;
}

/**
 * Begins a rebuild, which takes every fact again and records the events that are lost (ADR 29). A delivery whose event is
 * lost can't be sent and is deleted: the restored event gets a new one.
 */
export async function beginRebuild(tx: EntityManager): Promise<void> {
  const lost = `state IN ('pending', 'waiting') AND NOT EXISTS (
    SELECT FROM public_events WHERE id = deliveries.event_id AND recorded_at = deliveries.recorded_at
  )`;
  await lockDeliveries(tx, lost, []);
  await tx.query(`DELETE FROM deliveries WHERE ${lost}`);
}

/**
 * Selects the events that are not stored and not too old, of facts that the consumer has handled before.
 *
 * @param now by the system's clock
 */
export async function lostOf(
  tx: EntityManager,
  facts: readonly ReportedFact[],
  now: Date,
): Promise<readonly PublicEvent[]> {
  const young = facts.filter(({ recordedAt }) => recordedAt.getTime() > now.getTime() - REBUILT_MS);
  const rows = await tx.query<{ id: string }[]>('SELECT id FROM public_events WHERE id = ANY ($1)', [
    young.map(({ event: { id } }) => id),
  ]);
  const standing = new Set(rows.map(({ id }) => id));
  return young.filter(({ event: { id } }) => !standing.has(id)).map(({ event }) => event);
}

/**
 * Selects the events to record. Facts come a second time to the consumer itself only after a rebuild that a build before
 * 0.2.0 has begun: it noted the time up to which events may be stored (`rebuilt_to`).
 *
 * @param now by the system's clock
 */
export async function missingOf(
  tx: EntityManager,
  facts: readonly ReportedFact[],
  now: Date,
): Promise<readonly PublicEvent[]> {
  const events = facts.map(({ event }) => event);
  const rebuiltTo = await timesOfRebuilds(tx, events);
  if (rebuiltTo.size === 0) return events;
  const isNew = ({ event: { accountId, createdAt } }: ReportedFact): boolean => {
    const to = rebuiltTo.get(accountId);
    return to === undefined || createdAt > to;
  };
  const again = facts.filter((fact) => !isNew(fact));
  const lost = new Set(await lostOf(tx, again, now));
  return facts.filter((fact) => isNew(fact) || lost.has(fact.event)).map(({ event }) => event);
}

/** For accounts with a rebuild: the time up to which events may be stored already. */
async function timesOfRebuilds(tx: EntityManager, events: readonly PublicEvent[]): Promise<ReadonlyMap<string, Date>> {
  const rows = await tx.query<{ account_id: string; rebuilt_to: Date }[]>(
    'SELECT account_id, rebuilt_to FROM event_counts WHERE account_id = ANY ($1) AND rebuilt_to IS NOT NULL',
    [[...new Set(events.map(({ accountId }) => accountId))]],
  );
  return new Map(rows.map((row) => [row.account_id, row.rebuilt_to]));
}
