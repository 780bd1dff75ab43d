import type { DeliveriesAsked, DeliveryOfEvent } from '@halyard/contracts/events';
import type { EntityManager } from 'typeorm';
import {
  deliveriesAt,
  type DeliveryOf,
  type EventKey,
  type SubscriptionRange,
} from '../delivery/deliveries-at.rows.js';

/** How many pairs of an event and a subscription one statement searches for deliveries. */
const PAIRS_MAX = 250;
/** How many attempts of each delivery are shown at most: the latest ones, oldest first. */
const ATTEMPTS_MAX = 120;

/** Finds deliveries, in the order of the events, and of subscriptions within an event. */
export async function deliveriesOf(db: EntityManager, asked: DeliveriesAsked): Promise<DeliveryOfEvent[]> {
  const { events, from, limit } = asked;
  const [kept, subscriptions] = await Promise.all([eventsKept(db, asked), subscriptionsOf(db, asked)]);
  const places = new Map(events.map((id, place) => [id, place]));
  const found: DeliveryOf[] = [];
  for (const [some, ranges] of pairsOf(kept, subscriptions)) {
    if (found.length >= limit) break;
    const rows = await deliveriesAt(db, ranges, some);
    const later = rows.filter((row) => row.event_id !== events[0] || from === undefined || row.subscription_id >= from);
    found.push(...later.sort((a, b) => placeOf(places, a) - placeOf(places, b) || inOrder(a, b)));
  }
  const page = found.slice(0, limit);
  const [attempts, replays] = await Promise.all([attemptsOf(db, page), replaysOf(db, page)]);
  return page.map(({ id, event_id: event, subscription_id: subscription, sequence }) => ({
    id,
    event,
    subscription,
    sequence: Number(sequence),
    attempts: (attempts.get(id) ?? []).map(
      ({ attempted_at: at, status_code: status, error, duration_ms: durationMs }) => ({
        timestamp: at.toISOString(),
        status: status ?? undefined,
        error: error ?? undefined,
        durationMs,
      }),
    ),
    replayed: replays.get(id) ?? 0,
  }));
}

const placeOf = (places: ReadonlyMap<string, number>, { event_id: id }: DeliveryOf): number => places.get(id) ?? 0;

const inOrder = (a: DeliveryOf, b: DeliveryOf): number => (a.subscription_id < b.subscription_id ? -1 : 1);

/**
 * Splits events and subscriptions into parts with as many pairs as one statement may search. A part has several events
 * with all subscriptions, or one event with some of them.
 */
function* pairsOf(
  events: readonly EventKey[],
  subscriptions: readonly SubscriptionRange[],
): Generator<readonly [readonly EventKey[], readonly SubscriptionRange[]]> {
  const eventsAtOnce = Math.max(1, Math.floor(PAIRS_MAX / Math.max(1, subscriptions.length)));
  for (let event = 0; event < events.length; event += eventsAtOnce) {
    for (let place = 0; place < subscriptions.length; place += PAIRS_MAX) {
      yield [events.slice(event, event + eventsAtOnce), subscriptions.slice(place, place + PAIRS_MAX)];
    }
  }
}

/** Selects the events that the account has and that are still stored, in the given order. */
const eventsKept = (db: EntityManager, { accountId, events }: DeliveriesAsked): Promise<EventKey[]> =>
  db.query<EventKey[]>(
    `SELECT id, recorded_at FROM unnest($2::uuid[]) WITH ORDINALITY AS asked (id, place)
     JOIN public_events USING (id) WHERE account_id = $1 ORDER BY place`,
    [accountId, events],
  );

/** The account's subscriptions that ever got a delivery. */
async function subscriptionsOf(
  db: EntityManager,
  { accountId, applicationId }: DeliveriesAsked,
): Promise<SubscriptionRange[]> {
  const rows = await db.query<{ id: string; sequence: string }[]>(
    `SELECT id, sequence FROM subscriptions
     WHERE account_id = $1 AND application_id = coalesce($2, application_id) AND sequence > 0 ORDER BY id`,
    [accountId, applicationId ?? null],
  );
  return rows.map(({ id: subscriptionId, sequence }) => ({ subscriptionId, oldest: 1, newest: Number(sequence) }));
}

interface AttemptRow {
  readonly delivery_id: string;
  readonly attempted_at: Date;
  readonly duration_ms: number;
  readonly status_code: number | null;
  readonly error: string | null;
}

/**
 * Reads the attempts at deliveries. The search begins a day before the event was recorded, since clocks may differ.
 */
async function attemptsOf(
  db: EntityManager,
  deliveries: readonly DeliveryOf[],
): Promise<ReadonlyMap<string, readonly AttemptRow[]>> {
  const rows = await db.query<AttemptRow[]>(
    `SELECT attempt.* FROM unnest($1::uuid[], $2::timestamptz[]) AS webhook (id, recorded_at)
     CROSS JOIN LATERAL (
       SELECT id, delivery_id, attempted_at, duration_ms, status_code, error FROM attempts
       WHERE delivery_id = webhook.id AND attempted_at >= webhook.recorded_at - interval '1 day'
       ORDER BY attempted_at DESC, id DESC LIMIT $3
     ) AS attempt
     ORDER BY attempt.attempted_at, attempt.id`,
    [deliveries.map(({ id }) => id), deliveries.map(({ recorded_at: at }) => at), ATTEMPTS_MAX],
  );
  return Map.groupBy(rows, ({ delivery_id: id }) => id);
}

/** How many replays have sent each delivery again. A delivery without replays is not in the map. */
async function replaysOf(db: EntityManager, deliveries: readonly DeliveryOf[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db.query<{ resend_of: string; replays: number }[]>(
    `SELECT resend_of, count(*)::int AS replays FROM deliveries
     WHERE resend_of = ANY ($1) AND recorded_at = ANY ($2) AND replay_id IS NOT NULL GROUP BY resend_of`,
    [deliveries.map(({ id }) => id), deliveries.map(({ recorded_at: at }) => at)],
  );
  return new Map(rows.map(({ resend_of: id, replays }) => [id, replays]));
}
