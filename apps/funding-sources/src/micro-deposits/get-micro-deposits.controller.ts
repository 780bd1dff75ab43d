import { Controller, Get, Param } from '@nestjs/common';
import type { Operation, ResourceDocument } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, IdPipe } from '@halyard/http';
import { DataSource } from 'typeorm';
import { FundingSource } from '../funding-source/funding-source.entity.js';
import { microDepositsDocument } from './micro-deposits.document.js';

@Controller()
export class GetMicroDepositsController {
  constructor(private readonly dataSource: DataSource) {}

  @Get('/funding-sources/:id/micro-deposits')
  async get(@CurrentOperation() operation: Operation, @Param('id', IdPipe) id: string): Promise<ResourceDocument> {
    const source = await this.dataSource.manager.findOneBy(FundingSource, { id, accountId: accountOf(operation) });
    if (!source?.microDeposits) throw new DomainError('NotFound');
    return microDepositsDocument(source, source.microDeposits);
  }
}
