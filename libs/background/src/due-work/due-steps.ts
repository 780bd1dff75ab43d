import { BinaryArray, type PipelineStep, type PreparedStatement } from '@halyard/persistence';
import type { DueItem } from './due-item.js';

/**
 * Puts items, and leaves existing ones as they are. An item may run before it is due by its account's clock; the runner
 * then postpones it.
 */
const PUT = {
  name: 'put-due-work',
  text: `WITH put AS (
           INSERT INTO due_work (kind, key, account_id, due_at, run_at, data)
           SELECT kind, key, account_id, due_at, 'epoch', data::jsonb
           FROM unnest($1::text[], $2::text[], $3::uuid[], $4::timestamptz[], $5::text[])
             AS item (kind, key, account_id, due_at, data)
           ON CONFLICT (kind, key) DO NOTHING
           RETURNING kind
         )
         SELECT pg_notify(current_schema() || '_due_work', '') FROM put LIMIT 1`,
};

/**
 * Makes steps that put items, as `DueWork.put` does, for items of accounts that follow from a page of stream events.
 *
 * @param put a statement with the same parameters, for items that are put only under a condition
 */
export function dueSteps(
  items: readonly (DueItem & { readonly accountId: string })[],
  put: PreparedStatement = PUT,
): PipelineStep[] {
  if (items.length === 0) return [];
  const kinds = new BinaryArray('text');
  const keys = new BinaryArray('text');
  const accounts = new BinaryArray('uuid');
  const times = new BinaryArray('timestamptz');
  const data = new BinaryArray('text');
  for (const item of items) {
    kinds.text(item.kind);
    keys.text(item.key);
    accounts.uuid(item.accountId);
    times.timestamptz(item.dueAt);
    data.text(JSON.stringify(item.data));
  }
  return [{ statement: put, values: [kinds, keys, accounts, times, data].map((array) => array.finish()) }];
}
