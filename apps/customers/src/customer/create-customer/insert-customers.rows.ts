import { insertionOf, queryPrepared } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import { Customer } from '../customer.entity.js';

/**
 * Adds customers, and leaves them at the doors of their accounts' lists. Not added are those whose e-mail or correlation
 * id is taken, be it by one of the others.
 *
 * @returns the ids of those that were added
 */
export async function insertCustomers(tx: EntityManager, customers: readonly Customer[]): Promise<ReadonlySet<string>> {
  const { text, json } = insertionOf(tx, Customer, customers);
  const statement = {
    name: 'insert-customers',
    text: `WITH added AS (
             ${text} RETURNING id, account_id
           ), arrived AS (
             INSERT INTO new_customers (account_id, customer_id) SELECT account_id, id FROM added
           )
           SELECT id FROM added`,
  };
  return new Set((await queryPrepared<{ id: string }>(tx, statement, [json])).map(({ id }) => id));
}
