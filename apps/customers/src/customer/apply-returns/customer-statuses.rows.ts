import { binaryColumns } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import type { Customer } from '../customer.entity.js';

const SAVE = `
  UPDATE customers AS customer SET status = changed.status, status_before = changed.status_before, version = changed.version
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::integer[]) AS changed (id, status, status_before, version)
  WHERE customer.id = changed.id`;

const KEEP_CLOSED = `
  UPDATE erasures SET deactivates = false WHERE customer_id = ANY ($1::uuid[]) AND step = 'closed' AND deactivates
  RETURNING customer_id AS id`;

/**
 * Keeps customers closed if their erasure is refused later. The customers must be locked.
 *
 * @returns those that were deactivated for their erasure alone
 */
export async function keepClosed(tx: EntityManager, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const [rows] = await tx.query<[{ id: string }[], number]>(KEEP_CLOSED, [ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Each customer must occur once. */
export async function saveStatuses(tx: EntityManager, customers: readonly Customer[]): Promise<void> {
  if (customers.length === 0) return;
  await tx.query(
    SAVE,
    binaryColumns(
      customers,
      ['uuid', ({ id }) => id],
      ['text', ({ status }) => status],
      ['text', ({ statusBefore }) => statusBefore],
      ['integer', ({ version }) => version],
    ),
  );
}
