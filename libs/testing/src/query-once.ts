import { Client } from 'pg';

/** Asks over a connection of its own. @returns the rows */
export async function queryOnce<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
