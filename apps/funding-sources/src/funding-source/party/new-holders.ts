import { Injectable } from '@nestjs/common';
import { type Operation, serviceRoutes } from '@halyard/contracts';
import { balanceIdOf } from '@halyard/contracts/funding-sources';
import { holdersFound } from '@halyard/contracts/parties';
import { accountOf, ServiceCalls } from '@halyard/http';
import { DataSource, In } from 'typeorm';
import { FundingSource } from '../funding-source.entity.js';
import { SourceOwners } from './source-owners.js';

/**
 * Finds holders of which nobody has told this service: holders that are verified at their creation come only by the
 * bus, which may be behind.
 */
@Injectable()
export class NewHolders {
  constructor(
    private readonly dataSource: DataSource,
    private readonly calls: ServiceCalls,
    private readonly owners: SourceOwners,
  ) {}

  /**
   * Gives the newest holders of the account their balances, page by page. It stops at a page whose holders have theirs,
   * since the bus brings customers nearly in the order in which they were created.
   *
   * @throws DomainError ServiceUnavailable
   */
  async ensureBalances(operation: Operation): Promise<void> {
    const accountId = accountOf(operation);
    let before: number | undefined;
    do {
      const body = { accountId, before };
      const answer = await this.calls.request(serviceRoutes.findNewestHolders, body, operation);
      const { holders, next } = holdersFound.parse(answer);
      const known = await this.dataSource.manager.countBy(FundingSource, {
        id: In(holders.map(({ partyId }) => balanceIdOf(partyId))),
      });
      if (known === holders.length) return;
      await this.owners.store(operation, holders);
      before = next;
    } while (before !== undefined);
  }
}
