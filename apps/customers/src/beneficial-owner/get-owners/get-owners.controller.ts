import { Controller, Param } from '@nestjs/common';
import type { CollectionAnswer, Operation, ResourceAnswer } from '@halyard/contracts';
import { beneficialOwnerRoutes } from '@halyard/contracts/beneficial-owners';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { DataSource } from 'typeorm';
import { Customer } from '../../customer/customer.entity.js';
import { beneficialOwnerAnswer, beneficialOwnerList } from '../beneficial-owner.answer.js';
import { BeneficialOwner } from '../beneficial-owner.entity.js';
import { findOwner } from '../find-owner.js';

@Controller()
export class GetOwnersController {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. Not paged: a company has few owners. */
  @Serves(beneficialOwnerRoutes.listBeneficialOwners)
  async list(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) customerId: string,
  ): Promise<CollectionAnswer> {
    const { manager } = this.dataSource;
    const company = await manager.findOneBy(Customer, { id: customerId, accountId: accountOf(operation) });
    if (!company) throw new DomainError('NotFound');
    const owners = await manager.find(BeneficialOwner, { where: { customerId }, order: { id: 'DESC' } });
    return beneficialOwnerList(company, owners, operation.wantsForms);
  }

  @Serves(beneficialOwnerRoutes.getBeneficialOwner)
  async get(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'beneficial-owner'>> {
    const { manager } = this.dataSource;
    const owner = await findOwner(manager, { id, accountId: accountOf(operation) });
    const company = await manager.findOneByOrFail(Customer, { id: owner.customerId });
    return beneficialOwnerAnswer(owner, company);
  }
}
