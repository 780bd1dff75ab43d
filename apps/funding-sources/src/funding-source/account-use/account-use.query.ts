import type { DataSource } from 'typeorm';

const HAD_BANK = `
  SELECT EXISTS (
    SELECT FROM history JOIN funding_sources AS source ON source.id = history.key
    WHERE history.account_id = $1 AND source.type = 'bank'
  ) AS found`;

/** Whether a bank was ever added in an account. An account without one has only the history of its balance. */
export async function hadBank(dataSource: DataSource, accountId: string): Promise<boolean> {
  const [row] = await dataSource.query<{ found: boolean }[]>(HAD_BANK, [accountId]);
  return row?.found !== false;
}
