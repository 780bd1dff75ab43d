import { idTimeMs } from '@halyard/core';
import type { RequestDatabase } from '../request-database.rows.js';
import type { RequestRow } from './requests.rows.js';

/** Clocks of processes differ. */
const CLOCKS_DIFFER_MS = 2_000;
/** How many of the account's events from the request's time on are searched: its own are recorded at once. */
const LOOKED_THROUGH_MAX = 10_000;

export interface CausedEvent {
  readonly id: string;
  readonly topic: string;
}

/**
 * The events of the request's trace, oldest first. Bisection finds the place of its time, as positions have the order of
 * recording. An index of traces would cost each event an entry.
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
