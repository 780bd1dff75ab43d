import { idsBeginning } from '@halyard/core';
import { type ListPage, NumberedList } from '@halyard/lists';
import type { EntityManager } from 'typeorm';
import type { EventRow } from '../../event/event.rows.js';
import { restartsOf } from '../../recovery/restarts.rows.js';
import type { Subscriber } from '../../subscription/subscription.answer.js';
import { deliveriesOfFew, type DatedIds } from './told-events.rows.js';
import { isOfId, topicsWith, type WebhookFilters } from './webhook-filters.js';

export interface WebhookRow extends EventRow {
  readonly delivery_id: string;
  readonly subscription_id: string;
  readonly url: string;
  /** A bigint, as text. */
  readonly sequence: string;
  readonly state: 'pending' | 'waiting' | 'held' | 'delivered' | 'failed';
  readonly retry_at: Date | null;
}

interface WebhookConditions extends Partial<Omit<WebhookFilters, 'limit' | 'offset' | 'anchor'>> {
  /** The deliveries that may match, if they are few. All others are left out. */
  readonly few?: DatedIds;
}

const WEBHOOK = `
  deliveries.id AS delivery_id, subscription_id, subscriptions.url, deliveries.sequence, state, retry_at, public_events.*`;
const SUBSCRIBED = 'JOIN subscriptions ON subscriptions.id = subscription_id';
const FROM = `
  deliveries ${SUBSCRIBED}
  JOIN public_events ON public_events.id = event_id AND public_events.recorded_at = deliveries.recorded_at`;
/**
 * Makes Postgres look up the event of one delivery after the other. It underestimates how often an event has both the
 * id and the time, and would otherwise read all deliveries to find those of a page.
 */
const walked = (deliveries: string): string => `
  ${deliveries} ${SUBSCRIBED}
  CROSS JOIN LATERAL (
    SELECT * FROM public_events WHERE id = event_id AND recorded_at = deliveries.recorded_at OFFSET 0
  ) AS public_events`;

export async function findWebhook(
  db: EntityManager,
  { accountId, applicationId }: Subscriber,
  id: string,
): Promise<WebhookRow | undefined> {
  const [row] = await db.query<WebhookRow[]>(
    `SELECT ${WEBHOOK} FROM ${FROM}
     WHERE deliveries.id = $1 AND resend_of IS NULL
       AND subscriptions.account_id = $2 AND ($3::uuid IS NULL OR application_id = $3)`,
    [id, accountId, applicationId],
  );
  return row;
}

/** Whether a filter needs columns that only events have. */
const isOfEvents = ({ topic, search, startDate, endDate }: WebhookConditions): boolean =>
  [topic, startDate, endDate].some((value) => value !== undefined) || (search !== undefined && !isOfId(search));

const webhookList = new NumberedList<WebhookRow, WebhookConditions>({
  rows: '(SELECT * FROM deliveries WHERE resend_of IS NULL) AS deliveries',
  owner: 'subscription_id',
  number: 'deliveries.sequence',
  gaps: (db, subscriptionId) => restartsOf(db, 'deliveries', subscriptionId),
  filters: {
    few: ({ ids, times }, parameter) =>
      `deliveries.id = ANY (${parameter(ids)}) AND deliveries.recorded_at = ANY (${parameter(times)})`,
    search: (text, parameter) => {
      if (!isOfId(text)) return `topic = ANY (${parameter(topicsWith(text))})`;
      const [least, greatest] = idsBeginning(text);
      const between = `BETWEEN ${parameter(least)}::uuid AND ${parameter(greatest)}::uuid`;
      const ids = ['deliveries.id', 'event_id', 'deliveries.resource_id'];
      return `(${ids.map((id) => `${id} ${between}`).join(' OR ')})`;
    },
    resourceId: 'deliveries.resource_id =',
    topic: 'topic = ANY',
    state: 'state = ANY',
    startDate: 'public_events.created_at >=',
    endDate: 'public_events.created_at <',
  },
  // The limit makes Postgres read the index by number, whatever its statistics expect of this subscription.
  read: (db, subscriptionId, numbers) => {
    const deliveries = `(
      SELECT * FROM deliveries WHERE subscription_id = $1 AND sequence = ANY ($2) AND resend_of IS NULL
      ORDER BY sequence DESC LIMIT $3
    ) AS deliveries`;
    return db.query<WebhookRow[]>(`SELECT ${WEBHOOK} FROM ${walked(deliveries)} ORDER BY deliveries.sequence DESC`, [
      subscriptionId,
      numbers,
      numbers.length,
    ]);
  },
  select: ({ filters, columns, where, stretch, way }) => {
    const withEvents = way === 'walk' ? walked('deliveries') : FROM;
    const from = isOfEvents(filters) ? withEvents : 'deliveries';
    return `SELECT ${columns} FROM ${from} WHERE ${where} AND resend_of IS NULL ${stretch}`;
  },
});

/**
 * Reads a page of webhooks, the highest numbers first. If few events match the filters, their deliveries are looked up
 * first. @throws DomainError ValidationError for an anchor of a time that a restore has undone
 */
export async function pageOfWebhooks(
  db: EntityManager,
  { accountId, subscriptionId }: { accountId: string; subscriptionId: string },
  query: WebhookFilters,
): Promise<ListPage<WebhookRow>> {
  const list = await webhookList.of(db, subscriptionId, query.anchor);
  const few = await deliveriesOfFew(db, accountId, list, query);
  return webhookList.page(db, list, { ...query, few });
}
