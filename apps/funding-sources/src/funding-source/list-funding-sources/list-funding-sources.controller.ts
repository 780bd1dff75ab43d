import { Controller, Param } from '@nestjs/common';
import { type CollectionAnswer, type Operation, ref } from '@halyard/contracts';
import { fundingSourceRoutes } from '@halyard/contracts/funding-sources';
import { capabilities } from '@halyard/contracts/parties';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, timeOf, Serves } from '@halyard/http';
import { DeclaredQuery, IdPipe, ReadQuery, terms, type ValuesOf } from '@halyard/input';
import { Sealer } from '@halyard/persistence';
import { DataSource, IsNull } from 'typeorm';
import { type Owner, SourceOwners } from '../party/source-owners.js';
import { lastFourOf } from '../bank-numbers.js';
import { fundingSourceAnswer } from '../funding-source.answer.js';
import { FundingSource } from '../funding-source.entity.js';

const sourceFilters = new DeclaredQuery({
  removed: terms.flag(true, 'Whether removed ones are shown, which they are unless asked not to.'),
});
type SourceFilters = ValuesOf<typeof sourceFilters>;

const lists = { account: 'listAccountFundingSources', customer: 'listCustomerFundingSources' } as const;

@Controller()
export class ListFundingSourcesController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly owners: SourceOwners,
    private readonly sealer: Sealer,
  ) {}

  @Serves(fundingSourceRoutes.listCustomerFundingSources)
  ofCustomer(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @ReadQuery(sourceFilters) { removed }: SourceFilters,
  ): Promise<CollectionAnswer> {
    return this.list(operation, { kind: 'customer', id }, removed);
  }

  @Serves(fundingSourceRoutes.listAccountFundingSources)
  ofAccount(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @ReadQuery(sourceFilters) { removed }: SourceFilters,
  ): Promise<CollectionAnswer> {
    if (id !== accountOf(operation)) throw new DomainError('NotFound');
    return this.list(operation, { kind: 'account', id }, removed);
  }

  /** Newest first. Not paged: an owner has few sources. */
  private async list(operation: Operation, { kind, id }: Owner, withRemoved: boolean): Promise<CollectionAnswer> {
    const owner = await this.owners.requireWithBalance(operation, { kind, id });
    const sources = await this.dataSource.manager.find(FundingSource, {
      where: { ownerId: id, ...(!withRemoved && { removedAt: IsNull() }) },
      order: { position: 'DESC' },
    });
    return {
      type: 'collection',
      self: ref(lists[kind], id),
      of: 'funding-source',
      items: await Promise.all(
        sources.map(async (source) => {
          const lastFour = await lastFourOf(this.sealer, source);
          return fundingSourceAnswer(source, { owner, at: timeOf(operation), lastFour });
        }),
      ),
      total: sources.length,
      links: { [kind]: ref(kind, id) },
      ...(operation.wantsForms && !capabilities[owner.status].banks && { isClosed: true }),
    };
  }
}
