import { idTimeMs } from '@halyard/core';
import type { RequestDatabase } from '../request-database.rows.js';
import type { RequestRow } from './requests.rows.js';

/** How much the clocks of two processes may differ. */
const CLOCKS_DIFFER_MS = 2_000;
/**
 * How many of the account's events after the request are searched. Those that it caused are recorded soon, so they are
 * among the first.
 */
const LOOKED_THROUGH_MAX = 10_000;

export interface CausedEvent {
  readonly id: string;
  readonly topic: string;
}

/**
 * Finds the events of a request's trace, oldest first. Positions are in the order of recording, so bisection finds the
 * first event after the request; it copes with missing positions. An index of traces would cost an entry for each event.
 */
export function causedEvents(
  database: RequestDatabase,
  accountId: string,
  { id, trace }: Pick<RequestRow, 'id' | 'trace'>,
  limit: number,
): Promise<CausedEvent[]> {
  const from = new Date(idTimeMs(id) - CLOCKS_DIFFER_MS);
  const traceparent = `00-${trace.replaceAll('-', '')}-%`;
  return database.read<CausedEvent>(CAUSED, [accountId, from, traceparent, limit]);
}

const CAUSED = `
  WITH RECURSIVE halved (low, high) AS (
    SELECT coalesce(min(position), 0), coalesce(max(position) + 1, 0) FROM public_events WHERE account_id = $1
    UNION ALL
    SELECT CASE WHEN is_before THEN position + 1 ELSE low END, CASE WHEN is_before THEN high ELSE (low + high) / 2 END
    FROM halved LEFT JOIN LATERAL (
      SELECT position, recorded_at < $2 AS is_before FROM public_events
      WHERE account_id = $1 AND position >= (low + high) / 2 AND position < high
      ORDER BY position LIMIT 1
    ) AS probe ON true
    WHERE low < high
  )
  SELECT id, topic FROM (
    SELECT id, topic, position, traceparent FROM public_events
    WHERE account_id = $1 AND position >= (SELECT max(low) FROM halved)
    ORDER BY position LIMIT ${LOOKED_THROUGH_MAX}
  ) AS later
  WHERE traceparent LIKE $3
  ORDER BY position LIMIT $4`;
