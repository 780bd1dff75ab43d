import { Conditions, COUNT_MAX, countUpToMax, type FilterConditions, type OwnerList } from '@halyard/lists';
import type { EntityManager } from 'typeorm';
import { publicTopics } from '../public-topics.js';
import type { Place } from './anchor.js';
import type { EventFilters } from './event-filters.js';
import type { EventRow } from '../event.rows.js';

interface Stretch {
  readonly limit: number;
  readonly offset?: number;
  /** The place after which the page begins: only older events are read. */
  readonly after?: Place;
  /** The place before which the page ends: only newer events are read, in the opposite order. */
  readonly before?: Place;
}

export const eventConditions: FilterConditions<EventFilters> = {
  topic: 'topic = ANY',
  resourceId: 'resource_id =',
  customerId: 'customer_id =',
  startDate: 'created_at >=',
  endDate: 'created_at <',
};

const orderOf = (direction: string): string => `ORDER BY created_at ${direction}, position ${direction}`;

/**
 * Finds matching events through indexes. A list by topics reads one range of an index for each topic (all topics, if no
 * filter names any), from the place where the page begins, so that it visits only matching rows. A list of one customer
 * reads one range by time, and compares topics. A list of one resource reads a short range, and checks each row.
 * Skipped events are counted in the index, and only the rows of the page are fetched.
 */
class Statement {
  private readonly asked = new Conditions();
  private readonly wanted: string;

  constructor({ ownerId, range }: OwnerList, { topic: topics, ...filters }: EventFilters) {
    this.asked.add('account_id =', ownerId);
    if (filters.resourceId === undefined && filters.customerId === undefined) {
      this.wanted = `unnest(${this.asked.parameter(topics ?? publicTopics)}::text[]) AS wanted (topic)`;
      this.asked.require('topic = wanted.topic').addAll(eventConditions, filters);
    } else {
      this.wanted = '(VALUES (1)) AS wanted';
      this.asked.addAll(eventConditions, { topic: topics, ...filters });
    }
    this.asked.add('position <=', range.newest);
  }

  page(db: EntityManager, { limit, offset = 0, after, before }: Stretch): Promise<EventRow[]> {
    const [place, sign, direction] = before ? [before, '>', 'ASC'] : [after, '<', 'DESC'];
    this.asked.add(
      ({ createdAt, position }, parameter) =>
        `(created_at, position) ${sign} (${parameter(createdAt)}::timestamptz, ${parameter(position)}::bigint)`,
      place,
    );
    const order = orderOf(direction);
    return db.query<EventRow[]>(
      `SELECT public_events.* FROM (
         SELECT event.* FROM ${this.wanted} CROSS JOIN LATERAL (
           SELECT created_at, position FROM public_events
           WHERE ${this.asked.where} ${order} LIMIT ${offset + limit}
         ) AS event ${order} LIMIT ${limit} OFFSET ${offset}
       ) AS place
       JOIN public_events ON public_events.account_id = $1 AND public_events.position = place.position
       ORDER BY place.created_at ${direction}, place.position ${direction}`,
      this.asked.values,
    );
  }

  /** Counts matching events. Each topic has its own order and limit: without them Postgres may read all rows. */
  async count(db: EntityManager): Promise<number> {
    const [row] = await db.query<[{ count: number }]>(
      countUpToMax(
        `SELECT FROM ${this.wanted} CROSS JOIN LATERAL (
           SELECT FROM public_events WHERE ${this.asked.where} ${orderOf('DESC')} LIMIT ${COUNT_MAX + 1}
         ) AS event`,
      ),
      this.asked.values,
    );
    return row.count;
  }
}

export const matchesFrom = (
  db: EntityManager,
  list: OwnerList,
  filters: EventFilters,
  stretch: Stretch,
): Promise<EventRow[]> => new Statement(list, filters).page(db, stretch);

/** Counts the matching events, up to one more than `COUNT_MAX`. */
export const countMatches = (db: EntityManager, list: OwnerList, filters: EventFilters): Promise<number> =>
  new Statement(list, filters).count(db);
