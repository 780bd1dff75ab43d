import { Controller, Param } from '@nestjs/common';
import type { CollectionAnswer, ResourceAnswer } from '@halyard/contracts';
import { businessClassificationRoutes } from '@halyard/contracts/business-classifications';
import { DomainError } from '@halyard/core';
import { IdPipe } from '@halyard/input';
import { Serves } from '@halyard/http';
import { businessClassificationAnswer, businessClassificationList } from './business-classification.answer.js';
import { businessClassifications, findBusinessClassification } from './business-classifications.js';

const LIST = businessClassificationList(businessClassifications);

/** POST works like GET, and changes nothing (reference facts, section 19). */
@Controller()
export class BusinessClassificationController {
  @Serves(businessClassificationRoutes.listBusinessClassifications)
  list(): CollectionAnswer {
    return LIST;
  }

  @Serves(businessClassificationRoutes.queryBusinessClassifications)
  query(): CollectionAnswer {
    return LIST;
  }

  /** @throws DomainError NotFound, even for the id of an industry */
  @Serves(businessClassificationRoutes.getBusinessClassification)
  get(@Param('id', IdPipe) id: string): ResourceAnswer<'business-classification'> {
    const group = findBusinessClassification(id);
    if (!group) throw new DomainError('NotFound');
    return businessClassificationAnswer(group);
  }

  /** @throws DomainError NotFound */
  @Serves(businessClassificationRoutes.queryBusinessClassification)
  queryOne(@Param('id', IdPipe) id: string): ResourceAnswer<'business-classification'> {
    return this.get(id);
  }
}
