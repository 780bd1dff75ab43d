import type { EntityManager } from 'typeorm';
import { publicTopics } from '../public-topics.js';
import type { Place } from './anchor.js';
import type { EventFilters } from './event-filters.js';
import type { EventRow } from '../event.rows.js';

/** Matches are counted up to here, and so far a page may be asked for by its offset alone. */
export const OFFSET_MAX = 10_000;

/** The events of an account that a filter lets through, of those up to a position. */
export interface Matching {
  readonly accountId: string;
  readonly newest: bigint;
  readonly filters: EventFilters;
}

interface Stretch {
  readonly limit: number;
  /** Older ones than this. */
  readonly after?: Place;
  /** Newer ones than this, which come in the opposite order. */
  readonly before?: Place;
}

/**
 * Each topic of an account or a customer is a stretch of an index by time, and what a list needs of it is read from where
 * the page begins: no row is looked at that does not match. Where topics are not asked for, all are. A resource is one
 * stretch, which is short: of that, what else is asked for is looked at row by row.
 */
class Statement {
  private readonly values: unknown[] = [];
  private readonly conditions: string[] = [];
  private readonly wanted: string;

  constructor({ accountId, newest, filters }: Matching) {
    const { topic: topics, resourceId, customerId, startDate, endDate } = filters;
    const wanted = this.value(topics ?? publicTopics);
    this.ask('account_id =', accountId);
    if (resourceId === undefined) {
      this.wanted = `unnest(${wanted}::text[]) AS wanted (topic)`;
      this.conditions.push('topic = wanted.topic');
    } else {
      this.wanted = '(VALUES (1)) AS wanted';
      this.ask('resource_id =', resourceId);
      this.conditions.push(`topic = ANY (${wanted}::text[])`);
    }
    if (customerId !== undefined) this.ask('customer_id =', customerId);
    if (startDate) this.ask('created_at >=', startDate);
    if (endDate) this.ask('created_at <', endDate);
    this.ask('position <=', newest.toString());
  }

  page(db: EntityManager, { limit, after, before }: Stretch): Promise<EventRow[]> {
    const [place, sign, direction] = before ? [before, '>', 'ASC'] : [after, '<', 'DESC'];
    if (place) {
      const [at, position] = [this.value(place.createdAt), this.value(place.position.toString())];
      this.conditions.push(`(created_at, position) ${sign} (${at}::timestamptz, ${position}::bigint)`);
    }
    const ordered = `ORDER BY created_at ${direction}, position ${direction} LIMIT ${this.value(limit)}`;
    return db.query<EventRow[]>(
      `SELECT event.* FROM ${this.wanted} CROSS JOIN LATERAL (
         SELECT * FROM public_events WHERE ${this.conditions.join(' AND ')} ${ordered}
       ) AS event ${ordered}`,
      this.values,
    );
  }

  async count(db: EntityManager): Promise<number> {
    const [row] = await db.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM (
         SELECT FROM ${this.wanted} CROSS JOIN LATERAL (
           SELECT FROM public_events WHERE ${this.conditions.join(' AND ')}
         ) AS event LIMIT ${OFFSET_MAX + 1}
       ) AS matches`,
      this.values,
    );
    return row.count;
  }

  private ask(condition: string, value: unknown): void {
    this.conditions.push(`${condition} ${this.value(value)}`);
  }

  private value(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

export const matchesFrom = (db: EntityManager, matching: Matching, stretch: Stretch): Promise<EventRow[]> =>
  new Statement(matching).page(db, stretch);

/** Up to one more than `OFFSET_MAX`. */
export const countMatches = (db: EntityManager, matching: Matching): Promise<number> =>
  new Statement(matching).count(db);
