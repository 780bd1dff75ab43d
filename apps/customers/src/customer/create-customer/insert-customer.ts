import type { EntityManager } from 'typeorm';
import { Customer } from '../customer.entity.js';

/**
 * Adds a customer, and leaves it at the door of its account's list.
 *
 * @returns false, and nothing is added, when its e-mail or correlation id is taken
 */
export async function insertCustomer(tx: EntityManager, customer: Customer): Promise<boolean> {
  const added = await tx.query<unknown[]>(
    `WITH added AS (
       INSERT INTO customers SELECT * FROM json_populate_record(NULL::customers, $1)
       ON CONFLICT DO NOTHING RETURNING id, account_id
     ), arrived AS (
       INSERT INTO new_customers (account_id, customer_id) SELECT account_id, id FROM added
     )
     SELECT id FROM added`,
    [JSON.stringify(rowOf(tx, customer))],
  );
  return added.length > 0;
}

/** By the names of the columns, binary ones as Postgres writes them. */
function rowOf(tx: EntityManager, customer: Customer): Record<string, unknown> {
  const { columns } = tx.connection.getMetadata(Customer);
  const valueOf = (value: unknown): unknown => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value);
  return Object.fromEntries(
    columns.map((column) => [column.databaseName, valueOf(column.getEntityValue(customer, false))]),
  );
}
