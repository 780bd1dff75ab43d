import { Controller, Param } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { beneficialOwnerRoutes } from '@halyard/contracts/beneficial-owners';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { OwnerRemoval } from './owner-removal.js';

@Controller()
export class RemoveOwnerController {
  constructor(private readonly handler: OwnerRemoval) {}

  @Serves(beneficialOwnerRoutes.removeBeneficialOwner)
  remove(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'beneficial-owner'>> {
    return this.handler.execute(operation, id);
  }
}
