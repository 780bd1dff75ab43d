import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { CurrentExchange, CurrentOperation, type IncomingExchange, IdPipe, type KeptAnswer } from '@halyard/http';
import { UploadDocumentHandler } from './upload-document.handler.js';

@Controller()
export class UploadDocumentController {
  constructor(private readonly handler: UploadDocumentHandler) {}

  @Post('/customers/:id/documents')
  @HttpCode(201)
  uploadOfCustomer(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @CurrentExchange() exchange: IncomingExchange,
  ): Promise<KeptAnswer> {
    const path = `/customers/${id}/documents`;
    return this.handler.execute(operation, { kind: 'customer', id, path }, exchange);
  }

  @Post('/beneficial-owners/:id/documents')
  @HttpCode(201)
  uploadOfOwner(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @CurrentExchange() exchange: IncomingExchange,
  ): Promise<KeptAnswer> {
    const path = `/beneficial-owners/${id}/documents`;
    return this.handler.execute(operation, { kind: 'beneficial-owner', id, path }, exchange);
  }
}
