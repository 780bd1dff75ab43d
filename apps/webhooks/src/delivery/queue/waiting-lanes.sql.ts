import type { PreparedStatement } from '@halyard/persistence';
import { BY_INDEX } from '../by-index.sql.js';

/**
 * Selects lanes with pending deliveries, by one index lookup each. A paused lane only counts if it has resends, because
 * a client requested them.
 */
export const WAITING_LANES = `
  CREATE FUNCTION waiting_lanes() RETURNS TABLE (id uuid, leased_by integer, leased_until timestamptz)
  LANGUAGE sql STABLE ${BY_INDEX} AS $$
    WITH RECURSIVE lane AS (
      (SELECT subscription_id FROM deliveries WHERE state = 'pending' ORDER BY subscription_id LIMIT 1)
      UNION ALL
      SELECT next.subscription_id
      FROM lane CROSS JOIN LATERAL (
        SELECT subscription_id FROM deliveries
        WHERE state = 'pending' AND subscription_id > lane.subscription_id
        ORDER BY subscription_id LIMIT 1
      ) next
    )
    SELECT subscriptions.id, subscriptions.leased_by, subscriptions.leased_until
    FROM lane JOIN subscriptions ON subscriptions.id = lane.subscription_id
    WHERE NOT paused OR EXISTS (
      SELECT FROM deliveries
      WHERE state = 'pending' AND deliveries.subscription_id = lane.subscription_id AND resend_of IS NOT NULL
    )
  $$`;

export interface WaitingRow {
  readonly id: string;
  readonly leased_by: number | null;
  readonly leased_until: Date | null;
}

export const READ_WAITING_LANES: PreparedStatement = { name: 'waiting-lanes', text: 'SELECT * FROM waiting_lanes()' };
