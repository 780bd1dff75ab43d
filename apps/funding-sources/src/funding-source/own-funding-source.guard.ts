import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { DomainError } from '@halyard/core';
import { accountOf, namedResource } from '@halyard/http';
import { DataSource } from 'typeorm';
import { FundingSource } from './funding-source.entity.js';

/** @throws DomainError NotFound unless the funding source of the path is one of the caller's account */
@Injectable()
export class OwnFundingSourceGuard implements CanActivate {
  constructor(private readonly dataSource: DataSource) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const { id, operation } = namedResource(context);
    const isOwn = await this.dataSource.manager.existsBy(FundingSource, { id, accountId: accountOf(operation) });
    if (!isOwn) throw new DomainError('NotFound');
    return true;
  }
}
