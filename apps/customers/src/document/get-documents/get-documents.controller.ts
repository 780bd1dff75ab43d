import { Controller, Param, UseGuards } from '@nestjs/common';
import { type CollectionAnswer, type Operation, ref, type ResourceAnswer, type ResourceRef } from '@halyard/contracts';
import { documentRoutes, documentTypesOf } from '@halyard/contracts/documents';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { DataSource } from 'typeorm';
import { OwnBeneficialOwnerGuard } from '../../beneficial-owner/own-beneficial-owner.guard.js';
import { OwnCustomerGuard } from '../../customer/own-customer.guard.js';
import { documentAnswer } from '../document.answer.js';
import { Document, type PartyKind } from '../document.entity.js';
import { DocumentPartyKinds } from '../party/document-party-kinds.js';

@Controller()
export class GetDocumentsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly parties: DocumentPartyKinds,
  ) {}

  @Serves(documentRoutes.getDocument)
  async get(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'document'>> {
    const document = await this.dataSource.manager.findOneBy(Document, { id, accountId: accountOf(operation) });
    if (!document) throw new DomainError('NotFound');
    return documentAnswer(document);
  }

  @Serves(documentRoutes.listCustomerDocuments)
  @UseGuards(OwnCustomerGuard)
  listOfCustomer(@CurrentOperation() operation: Operation, @Param('id', IdPipe) id: string): Promise<CollectionAnswer> {
    return this.list(operation, ref('listCustomerDocuments', id), 'customer');
  }

  @Serves(documentRoutes.listBeneficialOwnerDocuments)
  @UseGuards(OwnBeneficialOwnerGuard)
  listOfOwner(@CurrentOperation() operation: Operation, @Param('id', IdPipe) id: string): Promise<CollectionAnswer> {
    return this.list(operation, ref('listBeneficialOwnerDocuments', id), 'beneficial-owner');
  }

  /** Newest first. Not paged: a party has few documents. */
  private async list(operation: Operation, self: ResourceRef, partyKind: PartyKind): Promise<CollectionAnswer> {
    const where = { partyKind, partyId: self.id };
    const documents = await this.dataSource.manager.find(Document, { where, order: { id: 'DESC' } });
    return {
      type: 'collection',
      self,
      of: 'document',
      items: documents.map(documentAnswer),
      total: documents.length,
      ...(operation.wantsForms && (await this.askedFor(operation, partyKind, self.id))),
    };
  }

  /** The part of the form that depends on the documents asked for. */
  private async askedFor(
    operation: Operation,
    kind: PartyKind,
    id: string,
  ): Promise<Pick<CollectionAnswer, 'isClosed' | 'options'>> {
    const party = await this.parties.of(kind).find(this.dataSource.manager, { id, accountId: accountOf(operation) });
    const documentType = party?.wanted.flatMap((subject) => documentTypesOf[subject]) ?? [];
    return documentType.length === 0 ? { isClosed: true } : { options: { documentType } };
  }
}
