import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { customerSearch, type CustomersFound, type FactDocument, serviceRoutes } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { BetweenServices } from '@halyard/http';
import { DataSource } from 'typeorm';
import { CustomerLists } from '../customer-lists.rows.js';
import { Customer } from '../customer.entity.js';
import { searchPattern } from '../search-keys.js';

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
    await this.lists.lengthOf(accountId);
    const rows = await this.dataSource.manager
      .createQueryBuilder(Customer, 'customer')
      .select('customer.id', 'id')
      .addSelect('listed.position', 'position')
      .innerJoin('listed_customers', 'listed', 'listed.customer_id = customer.id')
      .where('listed.account_id = :accountId AND listed.position > :after', { accountId, after })
      .andWhere('customer.searchText LIKE :pattern', { pattern: searchPattern(search) })
      .orderBy('listed.position')
      .limit(FOUND_MAX)
      .getRawMany<{ id: string; position: number }>();
    const next = rows.length < FOUND_MAX ? undefined : rows.at(-1)?.position;
    return { document: 'fact', fact: { ids: rows.map(({ id }) => id), next } };
  }
}
