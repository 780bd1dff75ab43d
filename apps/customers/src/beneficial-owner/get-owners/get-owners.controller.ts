import { Controller, Get, Param, UseGuards } from '@nestjs/common';
import type { CollectionDocument, Operation, ResourceDocument } from '@halyard/contracts';
import { accountOf, CurrentOperation, IdPipe } from '@halyard/http';
import { DataSource } from 'typeorm';
import { OwnCustomerGuard } from '../../customer/own-customer.guard.js';
import { beneficialOwnerDocument, beneficialOwnerList } from '../beneficial-owner.document.js';
import { BeneficialOwner } from '../beneficial-owner.entity.js';
import { findOwner } from '../find-owner.js';

@Controller()
export class GetOwnersController {
  constructor(private readonly dataSource: DataSource) {}

  /** Newest first. Not paged: a company has few. */
  @Get('/customers/:id/beneficial-owners')
  @UseGuards(OwnCustomerGuard)
  async list(@Param('id', IdPipe) customerId: string): Promise<CollectionDocument> {
    const owners = await this.dataSource.manager.find(BeneficialOwner, {
      where: { customerId },
      order: { id: 'DESC' },
    });
    return beneficialOwnerList(customerId, owners);
  }

  @Get('/beneficial-owners/:id')
  async get(@CurrentOperation() operation: Operation, @Param('id', IdPipe) id: string): Promise<ResourceDocument> {
    const where = { id, accountId: accountOf(operation) };
    return beneficialOwnerDocument(await findOwner(this.dataSource.manager, where));
  }
}
