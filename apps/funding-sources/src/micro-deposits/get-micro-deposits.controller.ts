import { Controller, Param } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { fundingSourceRoutes } from '@halyard/contracts/funding-sources';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, timeOf, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { DataSource } from 'typeorm';
import { actionsOf } from '../funding-source/funding-source.answer.js';
import { FundingSource } from '../funding-source/funding-source.entity.js';
import { SourceOwners } from '../funding-source/party/source-owners.js';
import { microDepositsAnswer } from './micro-deposits.answer.js';

@Controller()
export class GetMicroDepositsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly owners: SourceOwners,
  ) {}

  @Serves(fundingSourceRoutes.getMicroDeposits)
  async get(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'micro-deposits'>> {
    const source = await this.dataSource.manager.findOneBy(FundingSource, { id, accountId: accountOf(operation) });
    if (!source?.microDeposits) throw new DomainError('NotFound');
    const owner = await this.owners.require(operation, { kind: source.ownerKind, id: source.ownerId });
    const { 'verify-micro-deposits': verify } = actionsOf(source, owner, timeOf(operation));
    return microDepositsAnswer(id, source.microDeposits, verify);
  }
}
