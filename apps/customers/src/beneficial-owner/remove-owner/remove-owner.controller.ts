import { Controller, Param } from '@nestjs/common';
import type { Operation, ResourceDocument } from '@halyard/contracts';
import { CurrentOperation, IdPipe, Serves } from '@halyard/http';
import { RemoveOwnerHandler } from './remove-owner.handler.js';

@Controller()
export class RemoveOwnerController {
  constructor(private readonly handler: RemoveOwnerHandler) {}

  @Serves('removeBeneficialOwner')
  remove(@CurrentOperation() operation: Operation, @Param('id', IdPipe) id: string): Promise<ResourceDocument> {
    return this.handler.execute(operation, id);
  }
}
