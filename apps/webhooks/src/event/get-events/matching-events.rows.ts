import type { EntityManager } from 'typeorm';
import { publicTopics } from '../public-topics.js';
import type { Place } from './anchor.js';
import type { EventFilters } from './event-filters.js';
import type { EventRow } from '../event.rows.js';

/** Matches are counted up to here, and a page may be asked for by offset up to here. */
export const OFFSET_MAX = 10_000;

/** The events of an account that match the filters, up to a position. */
export interface Matching {
  readonly accountId: string;
  readonly newest: bigint;
  readonly filters: EventFilters;
}

interface Stretch {
  readonly limit: number;
  /** How many to skip. */
  readonly offset?: number;
  /** Only events older than this one. */
  readonly after?: Place;
  /** Only events newer than this one, in the opposite order. */
  readonly before?: Place;
}

const orderOf = (direction: string): string => `ORDER BY created_at ${direction}, position ${direction}`;

/**
 * Each topic of an account is a range of an index by time, read from where the page begins: no row is visited that does
 * not match. Without a topic filter every topic is read. A customer is one range by time in which topics are compared,
 * and a resource a short one, whose rows are checked against the other filters one by one. Skipped events are counted in
 * the index; only the rows of the page are read.
 */
class Statement {
  private readonly values: unknown[] = [];
  private readonly conditions: string[] = [];
  private readonly wanted: string;
  private readonly account: string;

  constructor({ accountId, newest, filters }: Matching) {
    const { topic: topics, resourceId, customerId, startDate, endDate } = filters;
    this.account = this.value(accountId);
    this.conditions.push(`account_id = ${this.account}`);
    if (resourceId === undefined && customerId === undefined) {
      this.wanted = `unnest(${this.value(topics ?? publicTopics)}::text[]) AS wanted (topic)`;
      this.conditions.push('topic = wanted.topic');
    } else {
      this.wanted = '(VALUES (1)) AS wanted';
      if (topics) this.conditions.push(`topic = ANY (${this.value(topics)}::text[])`);
    }
    if (resourceId !== undefined) this.ask('resource_id =', resourceId);
    if (customerId !== undefined) this.ask('customer_id =', customerId);
    if (startDate) this.ask('created_at >=', startDate);
    if (endDate) this.ask('created_at <', endDate);
    this.ask('position <=', newest.toString());
  }

  page(db: EntityManager, { limit, offset = 0, after, before }: Stretch): Promise<EventRow[]> {
    const [place, sign, direction] = before ? [before, '>', 'ASC'] : [after, '<', 'DESC'];
    if (place) {
      const [at, position] = [this.value(place.createdAt), this.value(place.position.toString())];
      this.conditions.push(`(created_at, position) ${sign} (${at}::timestamptz, ${position}::bigint)`);
    }
    const order = orderOf(direction);
    return db.query<EventRow[]>(
      `SELECT public_events.* FROM (
         SELECT event.* FROM ${this.wanted} CROSS JOIN LATERAL (
           SELECT created_at, position FROM public_events
           WHERE ${this.conditions.join(' AND ')} ${order} LIMIT ${this.value(offset + limit)}
         ) AS event ${order} LIMIT ${this.value(limit)} OFFSET ${this.value(offset)}
       ) AS place
       JOIN public_events ON public_events.account_id = ${this.account} AND public_events.position = place.position
       ORDER BY place.created_at ${direction}, place.position ${direction}`,
      this.values,
    );
  }

  /** Without an order and a limit of its own each topic is no range: Postgres may go through all rows instead. */
  async count(db: EntityManager): Promise<number> {
    const limit = `LIMIT ${OFFSET_MAX + 1}`;
    const [row] = await db.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM (
         SELECT FROM ${this.wanted} CROSS JOIN LATERAL (
           SELECT FROM public_events WHERE ${this.conditions.join(' AND ')} ${orderOf('DESC')} ${limit}
         ) AS event ${limit}
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
