import { Controller, Param } from '@nestjs/common';
import { type FactAnswer, type Operation, type ResourceAnswer, serviceRoutes } from '@halyard/contracts';
import { customerRoutes } from '@halyard/contracts/customers';
import type { PartyFact } from '@halyard/contracts/parties';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, timeOf, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { DataSource } from 'typeorm';
import { customerAnswer } from '../customer.answer.js';
import { Customer } from '../customer.entity.js';
import { customerFact } from '../customer.fact.js';
import { editForms } from '../forms/edit-forms.js';
import { IdentityChecks } from '../identity/identity-checks.js';

@Controller()
export class GetCustomerController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly checks: IdentityChecks,
  ) {}

  @Serves(customerRoutes.getCustomer)
  async get(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'customer'>> {
    const accountId = accountOf(operation);
    const customer = await this.dataSource.manager.findOneBy(Customer, { id, accountId });
    if (!customer) throw new DomainError('NotFound');
    const at = timeOf(operation);
    const forms = operation.wantsForms && editForms(customer, at, this.checks.isAvailable);
    return { ...customerAnswer(customer, at), ...(forms && { forms }) };
  }

  /** Other services may ask for customers of any account. */
  @Serves(serviceRoutes.getCustomerFact)
  async getFact(@Param('id', IdPipe) id: string): Promise<FactAnswer<PartyFact>> {
    const customer = await this.dataSource.manager.findOneBy(Customer, { id });
    if (!customer) throw new DomainError('NotFound');
    return { type: 'fact', fact: customerFact(customer) };
  }
}
