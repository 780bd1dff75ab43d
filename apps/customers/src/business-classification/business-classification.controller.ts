import { Controller, Param } from '@nestjs/common';
import type { CollectionDocument, ResourceDocument } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { IdPipe } from '@halyard/input';
import { Serves } from '@halyard/http';
import { businessClassificationDocument, businessClassificationList } from './business-classification.document.js';
import { businessClassifications, findBusinessClassification } from './business-classifications.js';

const LIST = businessClassificationList(businessClassifications);

/** POST works like GET, and changes nothing either (reference facts, section 19). */
@Controller()
export class BusinessClassificationController {
  @Serves('listBusinessClassifications')
  list(): CollectionDocument {
    return LIST;
  }

  @Serves('queryBusinessClassifications')
  query(): CollectionDocument {
    return LIST;
  }

  /** @throws DomainError NotFound, even for the id of an industry */
  @Serves('getBusinessClassification')
  get(@Param('id', IdPipe) id: string): ResourceDocument {
    const group = findBusinessClassification(id);
    if (!group) throw new DomainError('NotFound');
    return businessClassificationDocument(group);
  }

  /** @throws DomainError NotFound */
  @Serves('queryBusinessClassification')
  queryOne(@Param('id', IdPipe) id: string): ResourceDocument {
    return this.get(id);
  }
}
