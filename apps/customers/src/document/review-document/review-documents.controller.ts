import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import type { CollectionAnswer, Operation, ResourceAnswer } from '@halyard/contracts';
import { documentRoutes } from '@halyard/contracts/documents';
import { DomainError } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, keyset, type KeysetQuery, ReadQuery } from '@halyard/input';
import { OperatorOnlyGuard } from '@halyard/operators/operator-only-guard';
import { DataSource } from 'typeorm';
import { reviewAnswer } from '../document.answer.js';
import { Document } from '../document.entity.js';
import { listDocumentReviews } from './document-reviews.query.js';
import { RejectDocumentDto } from './reject-document.dto.js';
import { DocumentReviews } from './document-reviews.js';

@Controller()
@UseGuards(OperatorOnlyGuard)
export class ReviewDocumentsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly handler: DocumentReviews,
  ) {}

  @Serves(documentRoutes.listDocumentReviews)
  list(@ReadQuery(keyset) query: KeysetQuery): Promise<CollectionAnswer> {
    return listDocumentReviews(this.dataSource.manager, query);
  }

  @Serves(documentRoutes.getDocumentReview)
  async get(@Param('id', IdPipe) id: string): Promise<ResourceAnswer<'document-review'>> {
    const document = await this.dataSource.manager.findOneBy(Document, { id });
    if (!document) throw new DomainError('NotFound');
    return reviewAnswer(document);
  }

  @Serves(documentRoutes.approveDocument)
  approve(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'document-review'>> {
    return this.handler.execute(operation, id, []);
  }

  @Serves(documentRoutes.rejectDocument)
  reject(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() { reasons }: RejectDocumentDto,
  ): Promise<ResourceAnswer<'document-review'>> {
    return this.handler.execute(operation, id, [...new Set(reasons)]);
  }
}
