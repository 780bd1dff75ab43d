import { Controller, Get, Query as QueryParams } from '@nestjs/common';
import type { CollectionDocument, Operation } from '@halyard/contracts';
import { accountOf, CurrentOperation, type Query } from '@halyard/http';
import { DataSource } from 'typeorm';
import { listCustomers } from './list-customers.query.js';
import { readFilters } from './read-filters.js';

@Controller()
export class ListCustomersController {
  constructor(private readonly dataSource: DataSource) {}

  @Get('/customers')
  list(@CurrentOperation() operation: Operation, @QueryParams() query: Query): Promise<CollectionDocument> {
    return listCustomers(this.dataSource.manager, accountOf(operation), readFilters(query));
  }
}
