import { Controller, Param } from '@nestjs/common';
import { type FactAnswer, type Operation, type ResourceAnswer, serviceRoutes } from '@halyard/contracts';
import { balanceIdOf, type FundingSourceFact, fundingSourceRoutes } from '@halyard/contracts/funding-sources';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, timeOf, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { Sealer } from '@halyard/persistence';
import { DataSource, IsNull } from 'typeorm';
import { SourceOwners } from '../party/source-owners.js';
import { lastFourOf } from '../bank-numbers.js';
import { fundingSourceAnswer } from '../funding-source.answer.js';
import { FundingSource } from '../funding-source.entity.js';
import { FundingSourceFacts } from '../funding-source.facts.js';

@Controller()
export class GetFundingSourceController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly owners: SourceOwners,
    private readonly facts: FundingSourceFacts,
    private readonly sealer: Sealer,
  ) {}

  @Serves(fundingSourceRoutes.getFundingSource)
  async get(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'funding-source'>> {
    const accountId = accountOf(operation);
    if (id === balanceIdOf(accountId)) await this.owners.require(operation, { kind: 'account', id: accountId });
    const source = await this.dataSource.manager.findOneBy(FundingSource, { id, accountId });
    if (!source) throw new DomainError('NotFound');
    const owner = await this.owners.require(operation, { kind: source.ownerKind, id: source.ownerId });
    return fundingSourceAnswer(source, {
      owner,
      at: timeOf(operation),
      lastFour: await lastFourOf(this.sealer, source),
    });
  }

  /** Other services may ask for sources of any account. */
  @Serves(serviceRoutes.getFundingSourceFact)
  async getFact(@Param('id', IdPipe) id: string): Promise<FactAnswer<FundingSourceFact>> {
    const source = await this.dataSource.manager.findOneBy(FundingSource, { id });
    if (!source) throw new DomainError('NotFound');
    return { type: 'fact', fact: this.facts.of(source) };
  }

  /** The oldest bank of a party. A party without a balance receives money there if no bank was named. */
  @Serves(serviceRoutes.getOldestBankFact)
  async getOldestBankFact(@Param('id', IdPipe) ownerId: string): Promise<FactAnswer<FundingSourceFact>> {
    const source = await this.dataSource.manager.findOne(FundingSource, {
      where: { ownerId, type: 'bank', removedAt: IsNull() },
      order: { position: 'ASC' },
    });
    if (!source) throw new DomainError('NotFound');
    return { type: 'fact', fact: this.facts.of(source) };
  }
}
