import type { PreparedStatement } from '@halyard/persistence';
import type { EventRow } from '../../event/event.rows.js';
import { BY_INDEX } from '../by-index.sql.js';

/**
 * Selects the pending deliveries of each lane: by number, replays last, as many as the lane has room for, without those
 * that the caller holds already. If the subscription is paused, or if in strict order a delivery waits for its retry,
 * only the resends are selected, because a client requested them.
 */
export const CLAIMABLE_DELIVERIES = `
  CREATE FUNCTION claimable_deliveries(lanes uuid[], rooms integer[], holds uuid[])
  RETURNS TABLE (delivery deliveries, subscription subscriptions, event public_events)
  LANGUAGE sql STABLE ${BY_INDEX} AS $$
    SELECT pending.delivery, subscriptions, public_events
    FROM unnest(lanes, rooms) AS lane (subscription_id, room)
    JOIN subscriptions ON subscriptions.id = lane.subscription_id
    CROSS JOIN LATERAL (
      SELECT paused OR strict_order AND EXISTS (
        SELECT FROM deliveries WHERE state = 'waiting' AND deliveries.subscription_id = lane.subscription_id
      ) AS is_stopped
      OFFSET 0
    ) AS gate
    CROSS JOIN LATERAL (
      SELECT deliveries AS delivery, event_id, recorded_at FROM deliveries
      WHERE state = 'pending' AND deliveries.subscription_id = lane.subscription_id
        AND deliveries.id NOT IN (SELECT unnest(holds)) AND (resend_of IS NOT NULL OR NOT is_stopped)
      ORDER BY (replay_id IS NOT NULL), sequence LIMIT lane.room
    ) AS pending
    JOIN public_events ON public_events.id = pending.event_id AND public_events.recorded_at = pending.recorded_at
  $$`;

export interface ClaimedRow extends Omit<EventRow, 'position'> {
  readonly delivery_id: string;
  readonly recorded_at: Date;
  readonly subscription_id: string;
  /** A bigint, as text. */
  readonly sequence: string;
  readonly tries: number;
  readonly due_at: Date | null;
  readonly resend_of: string | null;
  readonly elsewhere: string | null;
  readonly replay_id: string | null;
  readonly url: string;
  readonly sealed_secret: Buffer;
  readonly sealed_next_secret: Buffer | null;
  readonly strict_order: boolean;
  readonly failures: number;
  readonly paused: boolean;
  /** A bigint, as text. */
  readonly newest: string;
}

export const CLAIM_DELIVERIES: PreparedStatement = {
  name: 'claim-deliveries',
  text: `
    SELECT (delivery).id AS delivery_id, (delivery).recorded_at, (delivery).sequence, (delivery).tries,
      (delivery).due_at, (delivery).resend_of, (delivery).url AS elsewhere, (delivery).replay_id,
      (subscription).id AS subscription_id, (subscription).url, (subscription).sealed_secret,
      (subscription).sealed_next_secret, (subscription).strict_order, (subscription).failures,
      (subscription).paused, (subscription).sequence AS newest,
      (event).id, (event).account_id, (event).customer_id, (event).topic, (event).resource_kind, (event).resource_id,
      (event).resource_version, (event).correlation_id, (event).created_at, (event).traceparent
    FROM claimable_deliveries($1, $2, $3)
    ORDER BY subscription_id, ((delivery).replay_id IS NOT NULL), (delivery).sequence, (delivery).id`,
};
