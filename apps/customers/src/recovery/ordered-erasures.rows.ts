import type { TakenAway } from '@halyard/recovery';
import type { DataSource } from 'typeorm';

const REASON = 'Erased before the data was restored.';

/**
 * Skips persons who are not in the data, and repeats nothing. An erasure that had only begun is not checked for
 * obstacles again.
 */
const ORDER = `
  INSERT INTO erasures (id, customer_id, reason, operator, person_id, step, unconditional, deactivates, created)
  SELECT $1, id, $3, $4, $5, 'ordered', true, false, $6 FROM customers WHERE id = $2
  ON CONFLICT (customer_id) WHERE step <> 'refused' DO UPDATE SET step = 'ordered', unconditional = true, obstacles = '{}'
  WHERE erasures.step IN ('closed', 'reopened')
  RETURNING id`;

/** @returns whether the person is to be erased now */
export async function orderErasure(
  dataSource: DataSource,
  { at, erasureId, customerId, operator, personId }: TakenAway,
): Promise<boolean> {
  const ordered = await dataSource.query<readonly unknown[]>(ORDER, [
    ...[erasureId, customerId, REASON, operator, personId],
    at,
  ]);
  return ordered.length > 0;
}
