import { Injectable } from '@nestjs/common';
import { type Operation, routeAt, sharedServiceRoutes } from '@halyard/contracts';
import { accountUse } from '@halyard/contracts/sandbox-clock';
import { ServiceCalls } from '@halyard/http';
import { DataSource } from 'typeorm';
import { ReadModels } from '../projection/read-models.js';

const OWNERS = ['customers', 'funding-sources'] as const;
const HAS_TRANSFERS = 'SELECT EXISTS (SELECT FROM transfers WHERE account_id = $1) AS found';

/** Accounts that ever had a customer, a transfer, or a bank that was added: their clocks go only forwards. */
@Injectable()
export class UsedAccounts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
    private readonly calls: ServiceCalls,
  ) {}

  async isUsed(accountId: string, operation: Operation): Promise<boolean> {
    const uses = await Promise.all([
      this.hasTransfers(accountId),
      ...OWNERS.map(async (owner) => {
        const route = routeAt(sharedServiceRoutes.findUseOfAccount, owner);
        return accountUse.parse(await this.calls.ask(route, accountId, operation)).isUsed;
      }),
    ]);
    return uses.includes(true);
  }

  private async hasTransfers(accountId: string): Promise<boolean> {
    const [row] = await this.readModels.read('transfers', () =>
      this.dataSource.query<{ found: boolean }[]>(HAS_TRANSFERS, [accountId]),
    );
    return row?.found !== false;
  }
}
