import { Controller, Param } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { beneficialOwnerRoutes } from '@halyard/contracts/beneficial-owners';
import { CurrentOperation, Serves } from '@halyard/http';
import { DescribedBody, IdPipe } from '@halyard/input';
import { BeneficialOwnerDto } from '../beneficial-owner.dto.js';
import { OwnerRetry } from './owner-retry.js';

@Controller()
export class RetryOwnerController {
  constructor(private readonly handler: OwnerRetry) {}

  @Serves(beneficialOwnerRoutes.updateBeneficialOwner)
  retry(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @DescribedBody(BeneficialOwnerDto) body: unknown,
  ): Promise<ResourceAnswer<'beneficial-owner'>> {
    return this.handler.execute(operation, id, body);
  }
}
