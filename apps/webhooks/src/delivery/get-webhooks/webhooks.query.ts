import type { CollectionDocument, Page } from '@halyard/contracts';
import { validationError } from '@halyard/core';
import { usualFault } from '@halyard/input';
import type { EntityManager } from 'typeorm';
import type { EventRow } from '../../event/event.rows.js';
import type { Subscriber } from '../../subscription/subscription.document.js';
import { deliveriesOfFew, type Stored } from './told-events.rows.js';
import type { WebhookFilters } from './webhook-filters.js';

/** A delivery with its event and its destination. */
export interface WebhookRow extends EventRow {
  readonly delivery_id: string;
  readonly subscription_id: string;
  readonly url: string;
  /** A bigint, as text. */
  readonly sequence: string;
  readonly state: 'pending' | 'waiting' | 'held' | 'delivered' | 'failed';
  readonly retry_at: Date | null;
}

interface WebhookPage extends Pick<CollectionDocument, 'total' | 'totalIsAtLeast'> {
  readonly rows: readonly WebhookRow[];
  readonly page: Page;
}

/** Matches are counted up to here, and a page may be asked for up to here. */
const OFFSET_MAX = 10_000;

const WEBHOOK = `
  deliveries.id AS delivery_id, subscription_id, subscriptions.url, deliveries.sequence, state, retry_at, public_events.*`;
const SUBSCRIBED = 'JOIN subscriptions ON subscriptions.id = subscription_id';
const FROM = `
  deliveries ${SUBSCRIBED}
  JOIN public_events ON public_events.id = event_id AND public_events.recorded_at = deliveries.recorded_at`;
/**
 * The same, with the event of one delivery after the other: Postgres takes it for unlikely that an event has both the id
 * and the time, and would read all deliveries to find those of a page.
 */
const walked = (deliveries: string): string => `
  ${deliveries} ${SUBSCRIBED}
  CROSS JOIN LATERAL (
    SELECT * FROM public_events WHERE id = event_id AND recorded_at = deliveries.recorded_at OFFSET 0
  ) AS public_events`;

/** One of an application's own webhooks. */
export async function findWebhook(
  db: EntityManager,
  { accountId, applicationId }: Subscriber,
  id: string,
): Promise<WebhookRow | undefined> {
  const [row] = await db.query<WebhookRow[]>(
    `SELECT ${WEBHOOK} FROM ${FROM}
     WHERE deliveries.id = $1 AND resend_of IS NULL
       AND subscriptions.account_id = $2 AND application_id = $3`,
    [id, accountId, applicationId],
  );
  return row;
}

/**
 * A page of a subscription's webhooks, the highest numbers first. Numbers have no gaps, so that without a filter they
 * say where a page begins and how many webhooks there are. Those of few events are found by their events.
 */
export async function pageOfWebhooks(
  db: EntityManager,
  { accountId, subscriptionId }: { accountId: string; subscriptionId: string },
  { limit, offset, anchor, ...filters }: WebhookFilters,
): Promise<WebhookPage> {
  const bounds = await boundsOf(db, subscriptionId);
  const newest = Math.min(anchor ?? bounds.newest, bounds.newest);
  const page = { limit, offset, anchor: String(newest) };
  const isFiltered = Object.values(filters).some((filter) => filter !== undefined);
  if (!isFiltered) {
    const where = new Conditions(subscriptionId, newest - offset, {});
    return { rows: await where.newest(db, limit), total: Math.max(0, newest - bounds.oldest + 1), page };
  }
  if (offset > OFFSET_MAX) {
    throw validationError(usualFault('InvalidFormat', '/query/offset'));
  }
  const few = await deliveriesOfFew(db, { accountId, subscriptionId, bounds }, filters);
  const where = new Conditions(subscriptionId, newest, filters, few);
  const count = await where.count(db);
  // More than are counted are frequent: a walk soon has the page.
  const rows = await where.page(db, count > OFFSET_MAX ? walked('deliveries') : FROM, { limit, offset });
  return { rows, total: Math.min(count, OFFSET_MAX), ...(count > OFFSET_MAX && { totalIsAtLeast: true }), page };
}

/** The lowest and highest number that is still kept; 1 and 0 where there is none. */
async function boundsOf(db: EntityManager, subscriptionId: string): Promise<{ oldest: number; newest: number }> {
  const [row] = await db.query<[{ oldest: string | null; newest: string | null }]>(
    `SELECT min(sequence)::text AS oldest, max(sequence)::text AS newest FROM deliveries
     WHERE subscription_id = $1 AND resend_of IS NULL`,
    [subscriptionId],
  );
  return { oldest: Number(row.oldest ?? 1), newest: Number(row.newest ?? 0) };
}

type Filters = Omit<WebhookFilters, 'limit' | 'offset' | 'anchor'>;

/** As a LIKE pattern; ids and topics are lower case. */
const containing = (text: string): string => `%${text.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

class Conditions {
  private readonly values: unknown[] = [];
  private readonly where: string;

  /** @param few all deliveries that may match; undefined if there are many */
  constructor(subscriptionId: string, newest: number, filters: Partial<Filters>, few?: Stored) {
    const { search, resourceId, topic, state, startDate, endDate } = filters;
    const asked: (readonly [condition: string, value: unknown])[] = [
      ['deliveries.id = ANY', few?.ids],
      ['deliveries.recorded_at = ANY', few?.times],
      ['subscription_id =', subscriptionId],
      ['deliveries.sequence <=', newest],
      [`concat_ws(' ', topic, deliveries.id, event_id, deliveries.resource_id) LIKE`, search && containing(search)],
      ['deliveries.resource_id =', resourceId],
      ['topic = ANY', topic],
      ['state = ANY', state],
      ['public_events.created_at >=', startDate],
      ['public_events.created_at <', endDate],
    ];
    const conditions = asked
      .filter(([, value]) => value !== undefined)
      .map(([condition, value]) => `${condition} (${this.value(value)})`);
    this.where = `${conditions.join(' AND ')} AND resend_of IS NULL`;
  }

  page(
    db: EntityManager,
    from: string,
    { limit, offset }: Pick<WebhookFilters, 'limit' | 'offset'>,
  ): Promise<WebhookRow[]> {
    return db.query<WebhookRow[]>(
      `SELECT ${WEBHOOK} FROM ${from} WHERE ${this.where}
       ORDER BY deliveries.sequence DESC LIMIT ${this.value(limit)} OFFSET ${this.value(offset)}`,
      this.values,
    );
  }

  /** The first page, where no condition is on events. */
  newest(db: EntityManager, limit: number): Promise<WebhookRow[]> {
    const newest = `SELECT * FROM deliveries WHERE ${this.where} ORDER BY sequence DESC LIMIT ${this.value(limit)}`;
    return db.query<WebhookRow[]>(
      `SELECT ${WEBHOOK} FROM ${walked(`(${newest}) AS deliveries`)} ORDER BY deliveries.sequence DESC`,
      this.values,
    );
  }

  /** Up to one more than `OFFSET_MAX`. */
  async count(db: EntityManager): Promise<number> {
    const [row] = await db.query<[{ count: number }]>(
      `SELECT count(*)::int AS count FROM (SELECT FROM ${FROM} WHERE ${this.where} LIMIT ${OFFSET_MAX + 1}) AS matches`,
      this.values,
    );
    return row.count;
  }

  private value(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}
