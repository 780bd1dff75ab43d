import { Body, Controller, Param, UseGuards } from '@nestjs/common';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { beneficialOwnerRoutes } from '@halyard/contracts/beneficial-owners';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, timeOf, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { DataSource } from 'typeorm';
import { Customer } from '../../customer/customer.entity.js';
import { OwnCustomerGuard } from '../../customer/own-customer.guard.js';
import { CertifyOwnershipDto } from './certify-ownership.dto.js';
import { OwnershipCertification } from './ownership-certification.js';
import { ownershipAnswer } from './ownership.answer.js';

@Controller()
export class CertifyOwnershipController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly handler: OwnershipCertification,
  ) {}

  @Serves(beneficialOwnerRoutes.getBeneficialOwnership)
  async get(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'beneficial-ownership'>> {
    const where = { id, accountId: accountOf(operation) };
    const customer = await this.dataSource.manager.findOneBy(Customer, where);
    if (!customer) throw new DomainError('NotFound');
    return ownershipAnswer(customer, timeOf(operation));
  }

  @Serves(beneficialOwnerRoutes.certifyBeneficialOwnership)
  @UseGuards(OwnCustomerGuard)
  certify(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
    @Body() _: CertifyOwnershipDto,
  ): Promise<ResourceAnswer<'beneficial-ownership'>> {
    return this.handler.execute(operation, id);
  }
}
