import { Controller, Get, Query as QueryParams } from '@nestjs/common';
import type { CollectionDocument, Operation } from '@halyard/contracts';
import { accountOf, CurrentOperation, type Query } from '@halyard/http';
import { DataSource } from 'typeorm';
import { CustomerLists } from './customer-lists.rows.js';
import { listCustomers } from './list-customers.query.js';
import { readFilters } from './read-filters.js';

@Controller()
export class ListCustomersController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: CustomerLists,
  ) {}

  @Get('/customers')
  async list(@CurrentOperation() operation: Operation, @QueryParams() query: Query): Promise<CollectionDocument> {
    const accountId = accountOf(operation);
    const filters = readFilters(query);
    const length = await this.lists.lengthOf(accountId);
    return listCustomers(this.dataSource.manager, { accountId, length }, filters);
  }
}
