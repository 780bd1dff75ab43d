import type { EntityManager } from 'typeorm';
import { Customer } from '../customer.entity.js';

/**
 * Adds customers, and leaves them at the doors of their accounts' lists. Not added are those whose e-mail or correlation
 * id is taken, be it by one of the others.
 *
 * @returns the ids of those that were added
 */
export async function insertCustomers(tx: EntityManager, customers: readonly Customer[]): Promise<ReadonlySet<string>> {
  const added = await tx.query<{ id: string }[]>(
    `WITH added AS (
       INSERT INTO customers SELECT * FROM json_populate_recordset(NULL::customers, $1)
       ON CONFLICT DO NOTHING RETURNING id, account_id
     ), arrived AS (
       INSERT INTO new_customers (account_id, customer_id) SELECT account_id, id FROM added
     )
     SELECT id FROM added`,
    [JSON.stringify(customers.map((customer) => rowOf(tx, customer)))],
  );
  return new Set(added.map(({ id }) => id));
}

/** By the names of the columns, binary ones as Postgres writes them. */
function rowOf(tx: EntityManager, customer: Customer): Record<string, unknown> {
  const { columns } = tx.connection.getMetadata(Customer);
  const valueOf = (value: unknown): unknown => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value);
  return Object.fromEntries(
    columns.map((column) => [column.databaseName, valueOf(column.getEntityValue(customer, false))]),
  );
}
