import { Controller } from '@nestjs/common';
import type { CollectionAnswer, Operation } from '@halyard/contracts';
import { customerRoutes } from '@halyard/contracts/customers';
import { accountOf, CurrentOperation, timeOf, Serves } from '@halyard/http';
import { ReadQuery } from '@halyard/input';
import { DataSource } from 'typeorm';
import { createForms } from '../forms/create-forms.js';
import { IdentityChecks } from '../identity/identity-checks.js';
import { CustomerLists } from '../customer-lists.rows.js';
import { listCustomers } from './list-customers.query.js';
import { type CustomerFilters, customerFilters } from './customer-filters.js';

@Controller()
export class ListCustomersController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: CustomerLists,
    private readonly checks: IdentityChecks,
  ) {}

  @Serves(customerRoutes.listCustomers)
  async list(
    @CurrentOperation() operation: Operation,
    @ReadQuery(customerFilters) filters: CustomerFilters,
  ): Promise<CollectionAnswer> {
    const accountId = accountOf(operation);
    const length = await this.lists.lengthOf(accountId);
    const at = timeOf(operation);
    const list = await listCustomers(this.dataSource.manager, { accountId, length, at }, filters);
    return operation.wantsForms ? { ...list, forms: createForms(this.checks.isAvailable) } : list;
  }
}
