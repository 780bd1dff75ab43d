import { Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import type { CollectionDocument, ResourceDocument } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { IdPipe } from '@halyard/http';
import { businessClassificationDocument, businessClassificationList } from './business-classification.document.js';
import { businessClassifications, findBusinessClassification } from './business-classifications.js';

const LIST = businessClassificationList(businessClassifications);

/** POST works like GET, and changes nothing either (reference facts, section 19). */
@Controller()
export class BusinessClassificationController {
  @Get('/business-classifications')
  list(): CollectionDocument {
    return LIST;
  }

  @Post('/business-classifications')
  @HttpCode(200)
  query(): CollectionDocument {
    return LIST;
  }

  /** @throws DomainError NotFound, even for the id of an industry */
  @Get('/business-classifications/:id')
  get(@Param('id', IdPipe) id: string): ResourceDocument {
    const group = findBusinessClassification(id);
    if (!group) throw new DomainError('NotFound');
    return businessClassificationDocument(group);
  }

  /** @throws DomainError NotFound */
  @Post('/business-classifications/:id')
  @HttpCode(200)
  queryOne(@Param('id', IdPipe) id: string): ResourceDocument {
    return this.get(id);
  }
}
