import { Controller, Param, UseGuards } from '@nestjs/common';
import type { CreatedAnswer, Operation } from '@halyard/contracts';
import { beneficialOwnerRoutes } from '@halyard/contracts/beneficial-owners';
import { CurrentOperation, Serves } from '@halyard/http';
import { DescribedBody, IdPipe } from '@halyard/input';
import { OwnCustomerGuard } from '../../customer/own-customer.guard.js';
import { BeneficialOwnerDto } from '../beneficial-owner.dto.js';
import { OwnerAddition } from './owner-addition.js';

@Controller()
export class AddOwnerController {
  constructor(private readonly handler: OwnerAddition) {}

  @Serves(beneficialOwnerRoutes.createBeneficialOwner)
  @UseGuards(OwnCustomerGuard)
  add(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @DescribedBody(BeneficialOwnerDto) body: unknown,
  ): Promise<CreatedAnswer> {
    return this.handler.execute(operation, id, body);
  }
}
