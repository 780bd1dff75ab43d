import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { customerSearch, type CustomersFound, type FactDocument, serviceRoutes } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { BetweenServices } from '@halyard/http';
import { DataSource } from 'typeorm';
import { CustomerLists } from '../customer-lists.rows.js';
import { findCustomers, idsAt } from '../find-customers.query.js';

/** Customers that one answer names. */
const FOUND_MAX = 1_000;

/** Whose names, addresses and business names a text is part of, for services that know customers by their ids alone. */
@Controller()
export class SearchCustomersController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: CustomerLists,
  ) {}

  /** In the order of the account's list; `next` is the position behind which the next answer goes on. */
  @Post(serviceRoutes.searchCustomers.path)
  @HttpCode(200)
  @BetweenServices('searchCustomers')
  async search(@Body() body: unknown): Promise<FactDocument<CustomersFound>> {
    const { data: asked } = customerSearch.safeParse(body);
    if (!asked) throw new DomainError('BadRequest');
    const { accountId, search, after } = asked;
    const through = await this.lists.lengthOf(accountId);
    const { manager } = this.dataSource;
    const page = { offset: 0, limit: FOUND_MAX, order: 'ASC' } as const;
    const { positions } = await findCustomers(manager, { accountId, after, through, search }, page);
    const ids = await idsAt(manager, accountId, positions);
    const next = positions.length < FOUND_MAX ? undefined : positions.at(-1);
    return { document: 'fact', fact: { ids, next } };
  }
}
