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
 * first event after the request. An index of traces would cost an entry for each event.
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
    SELECT CASE WHEN reached THEN low ELSE middle + 1 END, CASE WHEN reached THEN middle ELSE high END
    FROM (
      SELECT low, high, (low + high) / 2 AS middle, (
        SELECT recorded_at >= $2 FROM public_events WHERE account_id = $1 AND position = (low + high) / 2
      ) AS reached
      FROM halved WHERE low < high
    ) AS probed
  )
  SELECT id, topic FROM public_events
  WHERE account_id = $1
    AND position >= (SELECT max(low) FROM halved)
    AND position < (SELECT max(low) FROM halved) + ${LOOKED_THROUGH_MAX}
    AND traceparent LIKE $3
  ORDER BY position LIMIT $4`;
