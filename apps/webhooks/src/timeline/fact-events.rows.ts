import type { CloudEvent } from '@halyard/contracts';
import type { EventsOfFacts, FactsAsked } from '@halyard/contracts/events';
import type { EntityManager } from 'typeorm';
import { publicEventsOf } from '../event/public-topics.js';

type EventOfFact = EventsOfFacts['events'][number];

interface Row {
  readonly id: string;
  readonly topic: string;
  /** A bigint, as text. */
  readonly position: string;
  readonly created_at: Date;
  readonly recorded_at: Date;
}

/** Finds the public events that were recorded for facts, in the order of recording. */
export async function eventsOf(db: EntityManager, { accountId, facts }: FactsAsked): Promise<EventOfFact[]> {
  const facted = new Map(
    facts.flatMap((fact) => publicEventsOf(asPublished(fact, accountId)).map(({ id }) => [id, fact.id] as const)),
  );
  const rows = await db.query<Row[]>(
    `SELECT id, topic, position, created_at, recorded_at FROM public_events
     WHERE id = ANY ($1) AND account_id = $2 ORDER BY position`,
    [[...facted.keys()], accountId],
  );
  return rows.map(({ id, topic, position, created_at: at, recorded_at: recorded }) => ({
    id,
    fact: facted.get(id) ?? '',
    topic,
    position: Number(position),
    at: at.toISOString(),
    recorded: recorded.toISOString(),
  }));
}

/** The fact as it would be published. The ids of its public events derive from it, whenever it was published. */
const asPublished = ({ id, type, data }: FactsAsked['facts'][number], accountid: string): CloudEvent => ({
  specversion: '1.0',
  id,
  source: 'transfers.events.v1',
  type,
  subject: id,
  time: new Date(0).toISOString(),
  datacontenttype: 'application/json',
  accountid,
  partitionkey: id,
  sequence: 1,
  data,
});
