import { Controller, Param, UseGuards } from '@nestjs/common';
import type { ResourceAnswer } from '@halyard/contracts';
import { customerRoutes } from '@halyard/contracts/customers';
import { DomainError } from '@halyard/core';
import { Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { OperatorOnlyGuard } from '@halyard/operators/operator-only-guard';
import { DataSource } from 'typeorm';
import { Customer } from '../customer.entity.js';
import { customerStandingAnswer } from './customer-standing.js';

@Controller()
@UseGuards(OperatorOnlyGuard)
export class CustomerStandingController {
  constructor(private readonly dataSource: DataSource) {}

  /** @throws DomainError NotFound */
  @Serves(customerRoutes.getCustomerStanding)
  async get(@Param('id', IdPipe) id: string): Promise<ResourceAnswer<'customer-standing'>> {
    const customer = await this.dataSource.manager.findOneBy(Customer, { id });
    if (!customer) throw new DomainError('NotFound');
    return customerStandingAnswer(customer);
  }
}
