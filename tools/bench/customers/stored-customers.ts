import type { HalClient } from '@halyard/suite/client';
import type { Client } from 'pg';

/** Customers written in one statement, and listed in one request. */
const CHUNK = 20_000;

/**
 * Each of twenty first names belongs to one customer in twenty. Each last name belongs to ten customers in a million.
 */
const CUSTOMERS = `
  WITH person AS (
    SELECT uuidv7() AS id, (ARRAY['unverified', 'document', 'retry'])[k % 3 + 1] AS status,
      (ARRAY['ada', 'bea', 'cora', 'dora', 'elsa', 'fay', 'gia', 'grace', 'hedy', 'hilda', 'iris', 'jane', 'joan', 'lise',
        'mary', 'rosa', 'sofia', 'tove', 'uma', 'vera'])[k % 20 + 1] AS first_name,
      'name' || to_hex(k::bigint * 7919 % 100000) AS last_name, k || '@' || $1::uuid || '.example.com' AS email,
      CASE WHEN k % 10 = 0 THEN 'bakery ' || k END AS business_name
    FROM generate_series($3::integer, $4::integer - 1) AS k
  ), added AS (
    INSERT INTO customers.customers (id, account_id, application_id, type, status, first_name, last_name, email,
      business_name, email_key, search_text, created, version)
    SELECT id, $1, $2, 'unverified', status, first_name, last_name, email, business_name, email,
      format(E' %s %s\\n %s\\n %s', first_name, last_name, email, business_name), now(), 1
    FROM person RETURNING id
  )
  INSERT INTO customers.new_customers (account_id, customer_id) SELECT $1, id FROM added`;

/**
 * Writes customers of an account so that lists and searches find them; nothing else knows of them. None of them is
 * verified, because a read of funding sources would make the missing balances of verified customers.
 */
export async function storeCustomers(postgres: Client, account: HalClient, customers: number): Promise<void> {
  const { accountId, key } = account.connection;
  for (let from = 0; from < customers; from += CHUNK) {
    await postgres.query(CUSTOMERS, [accountId, key, from, Math.min(customers, from + CHUNK)]);
    const { status, body } = await account.get('/customers?limit=1');
    if (status !== 200) throw new Error(JSON.stringify(body));
  }
  // The server would do this by itself some minutes after so many rows.
  await postgres.query('VACUUM (ANALYZE) customers.customers, customers.listed_customers');
}
