import { CopyRows, type PipelineStep } from '@halyard/persistence';
import type { HistoryEntry } from './change.js';

/** A fact that follows from a stream event. The fact's id and sequence follow from the event, too. */
export interface DerivedEntry extends Omit<HistoryEntry, 'sealed'> {
  /** The id of the fact. Deriving the fact again gives the same id. */
  readonly id: string;
  /** The fact's number within its key, from 1 without a gap. */
  readonly sequence: number;
  readonly traceparent: string | undefined;
}

const COPY = {
  name: 'copy-history',
  text: `COPY history (id, key, sequence, account_id, type, at, data, traceparent) FROM STDIN BINARY`,
};
const COLUMNS = 8;
const NOTIFY = { name: 'notify-history', text: `SELECT pg_notify(current_schema() || '_history', '')` };

/**
 * Makes steps that record the facts of a page of stream events. The caller makes sure that no fact is recorded twice.
 */
export function recordSteps(entries: readonly DerivedEntry[]): PipelineStep[] {
  if (entries.length === 0) return [];
  const rows = new CopyRows();
  for (const { id, key, sequence, accountId, type, at, data, traceparent } of entries) {
    rows.row(COLUMNS);
    rows.uuid(id);
    rows.uuid(key);
    rows.integer(sequence);
    rows.uuid(accountId);
    rows.text(type);
    rows.timestamptz(at);
    rows.text(JSON.stringify(data));
    rows.text(traceparent ?? null);
  }
  return [{ statement: COPY, rows: rows.finish() }, { statement: NOTIFY }];
}
