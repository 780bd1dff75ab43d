import { Controller, Get, Param } from '@nestjs/common';
import type { Operation, ResourceDocument } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, IdPipe } from '@halyard/http';
import { DataSource, IsNull, Not } from 'typeorm';
import { FundingSource } from '../funding-source/funding-source.entity.js';
import { microDepositsDocument } from './micro-deposits.document.js';

@Controller()
export class GetMicroDepositsController {
  constructor(private readonly dataSource: DataSource) {}

  @Get('/funding-sources/:id/micro-deposits')
  async get(@CurrentOperation() operation: Operation, @Param('id', IdPipe) id: string): Promise<ResourceDocument> {
    const where = { id, accountId: accountOf(operation), microDepositsStatus: Not(IsNull()) };
    const source = await this.dataSource.manager.findOneBy(FundingSource, where);
    if (!source) throw new DomainError('NotFound');
    return microDepositsDocument(source);
  }
}
