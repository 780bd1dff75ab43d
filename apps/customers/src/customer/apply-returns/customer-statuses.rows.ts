import { binaryColumns } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import type { Customer } from '../customer.entity.js';

const SAVE = `
  UPDATE customers AS customer SET status = changed.status, status_before = changed.status_before, version = changed.version
  FROM unnest($1::uuid[], $2::text[], $3::text[], $4::integer[]) AS changed (id, status, status_before, version)
  WHERE customer.id = changed.id`;

/** Stores the statuses of the customers. Each customer must occur once. */
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
