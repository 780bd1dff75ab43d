import type { EntityManager } from 'typeorm';
import type { HistoryEntry } from './changes.js';

/** A fact whose id and place in its key follow from the stream event that it was derived from. */
export interface DerivedEntry extends Omit<HistoryEntry, 'sealed'> {
  /** The same however often the fact is derived. */
  readonly id: string;
  /** From 1, without a hole within the key. */
  readonly sequence: number;
  readonly traceparent: string | undefined;
}

/**
 * Like `Change.record`, for all that a batch of stream events tells others: one statement does, and what stands already
 * is left alone, so that deriving a fact again tells nobody anything twice.
 */
export async function recordDerived(tx: EntityManager, entries: readonly DerivedEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map(({ accountId, ...entry }) => ({ ...entry, account_id: accountId }));
  await tx.query(
    `WITH added AS (
       INSERT INTO history (id, key, sequence, account_id, type, at, data, traceparent)
       SELECT id, key, sequence, account_id, type, at, data, traceparent
       FROM jsonb_populate_recordset(NULL::history, $1)
       ON CONFLICT (key, sequence) DO NOTHING
     )
     SELECT pg_notify(current_schema() || '_history', '')`,
    [JSON.stringify(rows)],
  );
}
