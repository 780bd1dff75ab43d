import { insertionOf, queryPrepared } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import { Customer } from '../customer.entity.js';

/**
 * Inserts customers, and rows from which their accounts' lists are extended later. Skips customers whose e-mail or
 * correlation id is taken, even by another of the same batch.
 *
 * @returns the ids of the inserted ones
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
