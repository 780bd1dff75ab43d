import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import {
  type CollectionDocument,
  type CreatedDocument,
  type Operation,
  ref,
  type ResourceDocument,
} from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, keyset, keysetPage, type KeysetQuery, ReadQuery } from '@halyard/input';
import { DataSource, LessThan } from 'typeorm';
import { OperatorOnlyGuard } from '../document/review-document/operator-only.guard.js';
import { BeginErasureHandler } from './begin-erasure.handler.js';
import { erasureDocument } from './erasure.document.js';
import { Erasure } from './erasure.entity.js';
import { ReasonDto } from './reason.dto.js';

/** Lets operators erase persons of any account. */
@Controller()
@UseGuards(OperatorOnlyGuard)
export class ErasuresController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly handler: BeginErasureHandler,
  ) {}

  @Serves('eraseCustomer')
  erase(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() { reason }: ReasonDto,
  ): Promise<CreatedDocument> {
    return this.handler.execute(operation, id, reason);
  }

  /** Newest first. */
  @Serves('listErasures')
  async list(@ReadQuery(keyset) { limit, anchor }: KeysetQuery): Promise<CollectionDocument> {
    const { manager } = this.dataSource;
    const where = anchor === undefined ? {} : { id: LessThan(anchor) };
    const found = await manager.find(Erasure, { where, order: { id: 'DESC' }, take: limit + 1 });
    const page = keysetPage(found, limit);
    return {
      document: 'collection',
      self: ref('listErasures'),
      of: 'erasure',
      items: page.items.map(erasureDocument),
      total: await manager.count(Erasure),
      keyset: page.keyset,
    };
  }

  @Serves('getErasure')
  async get(@Param('id', IdPipe) id: string): Promise<ResourceDocument> {
    const erasure = await this.dataSource.manager.findOneBy(Erasure, { id });
    if (!erasure) throw new DomainError('NotFound');
    return erasureDocument(erasure);
  }
}
