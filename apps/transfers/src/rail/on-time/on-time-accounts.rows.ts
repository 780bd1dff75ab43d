import { Injectable } from '@nestjs/common';
import { queryPrepared } from '@halyard/persistence';
import { DataSource } from 'typeorm';

const FIND = {
  name: 'accounts-on-time',
  text: `SELECT account_id FROM account_clocks WHERE account_id = ANY ($1::uuid[]) AND banks = 'on-time'`,
};

/** The accounts whose banks keep time. All others act on request. */
@Injectable()
export class OnTimeAccounts {
  constructor(private readonly dataSource: DataSource) {}

  /** @returns those of the given accounts whose banks keep time */
  async among(accountIds: readonly string[]): Promise<ReadonlySet<string>> {
    if (accountIds.length === 0) return new Set();
    const rows = await queryPrepared<{ account_id: string }>(this.dataSource, FIND, [accountIds]);
    return new Set(rows.map(({ account_id: id }) => id));
  }
}
