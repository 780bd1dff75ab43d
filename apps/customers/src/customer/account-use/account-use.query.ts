import type { DataSource } from 'typeorm';

const HAS_HISTORY = 'SELECT EXISTS (SELECT FROM history WHERE account_id = $1) AS found';

/** Whether an account ever had a customer. Everything in this history of an account is of a customer. */
export async function hadCustomer(dataSource: DataSource, accountId: string): Promise<boolean> {
  const [row] = await dataSource.query<{ found: boolean }[]>(HAS_HISTORY, [accountId]);
  return row?.found !== false;
}
