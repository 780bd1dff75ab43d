import { Controller, Get } from '@nestjs/common';
import type { CollectionDocument, Operation } from '@halyard/contracts';
import { accountOf, CurrentOperation, ReadQuery, timeOf } from '@halyard/http';
import { DataSource } from 'typeorm';
import { CustomerLists } from './customer-lists.rows.js';
import { listCustomers } from './list-customers.query.js';
import { type CustomerFilters, customerFilters } from './customer-filters.js';

@Controller()
export class ListCustomersController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: CustomerLists,
  ) {}

  @Get('/customers')
  async list(
    @CurrentOperation() operation: Operation,
    @ReadQuery(customerFilters) filters: CustomerFilters,
  ): Promise<CollectionDocument> {
    const accountId = accountOf(operation);
    const length = await this.lists.lengthOf(accountId);
    return listCustomers(this.dataSource.manager, { accountId, length, at: timeOf(operation) }, filters);
  }
}
