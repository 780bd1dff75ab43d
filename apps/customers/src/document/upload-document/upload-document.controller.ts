import { Controller, Param } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { documentRoutes } from '@halyard/contracts/documents';
import { CurrentExchange, CurrentOperation, type IncomingExchange, type KeptAnswer, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { DocumentUpload } from './document-upload.js';

@Controller()
export class UploadDocumentController {
  constructor(private readonly handler: DocumentUpload) {}

  @Serves(documentRoutes.uploadCustomerDocument)
  uploadOfCustomer(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @CurrentExchange() exchange: IncomingExchange,
  ): Promise<KeptAnswer> {
    const path = `/customers/${id}/documents`;
    return this.handler.execute(operation, { kind: 'customer', id, path }, exchange);
  }

  @Serves(documentRoutes.uploadBeneficialOwnerDocument)
  uploadOfOwner(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @CurrentExchange() exchange: IncomingExchange,
  ): Promise<KeptAnswer> {
    const path = `/beneficial-owners/${id}/documents`;
    return this.handler.execute(operation, { kind: 'beneficial-owner', id, path }, exchange);
  }
}
