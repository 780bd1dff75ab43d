import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import {
  type CollectionAnswer,
  type CreatedAnswer,
  type Operation,
  ref,
  type ResourceAnswer,
} from '@halyard/contracts';
import { erasureRoutes } from '@halyard/contracts/erasures';
import { DomainError } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, keyset, keysetPage, type KeysetQuery, ReadQuery } from '@halyard/input';
import { OperatorOnlyGuard } from '@halyard/operators/operator-only-guard';
import { ReasonDto } from '@halyard/operators/reason-dto';
import { DataSource, LessThan } from 'typeorm';
import { ErasureStart } from './erasure-start.js';
import { erasureAnswer } from './erasure.answer.js';
import { Erasure } from './erasure.entity.js';

@Controller()
@UseGuards(OperatorOnlyGuard)
export class ErasuresController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly handler: ErasureStart,
  ) {}

  @Serves(erasureRoutes.eraseCustomer)
  erase(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<CreatedAnswer> {
    return this.handler.execute(operation, id, reason);
  }

  /** Newest first. */
  @Serves(erasureRoutes.listErasures)
  async list(@ReadQuery(keyset) { limit, anchor }: KeysetQuery): Promise<CollectionAnswer> {
    const { manager } = this.dataSource;
    const where = anchor === undefined ? {} : { id: LessThan(anchor) };
    const found = await manager.find(Erasure, { where, order: { id: 'DESC' }, take: limit + 1 });
    const page = keysetPage(found, limit);
    return {
      type: 'collection',
      self: ref('listErasures'),
      of: 'erasure',
      items: page.items.map(erasureAnswer),
      total: await manager.count(Erasure),
      keyset: page.keyset,
    };
  }

  @Serves(erasureRoutes.getErasure)
  async get(@Param('id', IdPipe) id: string): Promise<ResourceAnswer<'erasure'>> {
    const erasure = await this.dataSource.manager.findOneBy(Erasure, { id });
    if (!erasure) throw new DomainError('NotFound');
    return erasureAnswer(erasure);
  }
}
