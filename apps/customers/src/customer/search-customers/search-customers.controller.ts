import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import { customerSearch, type CustomersFound } from '@halyard/contracts/customers';
import { DomainError } from '@halyard/core';
import { Serves } from '@halyard/http';
import { DataSource } from 'typeorm';
import { CustomerLists } from '../customer-lists.rows.js';
import { customerList, idsAt, searchByText } from '../customer-list.query.js';

const FOUND_MAX = 1_000;

/** Answers services that know customers only by id. */
@Controller()
export class SearchCustomersController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: CustomerLists,
  ) {}

  /** Lists customers in the order of the account's list. The next answer continues after the position `next`. */
  @Serves(serviceRoutes.searchCustomers)
  async search(@Body() body: unknown): Promise<FactAnswer<CustomersFound>> {
    const { data: asked } = customerSearch.safeParse(body);
    if (!asked) throw new DomainError('BadRequest');
    const { accountId, search, after } = asked;
    const { manager } = this.dataSource;
    const list = { ownerId: accountId, range: { oldest: 1, newest: await this.lists.lengthOf(accountId) } };
    const wanted = { after, search: await searchByText(manager, list, search) };
    const { matches } = await customerList.find(manager, list, wanted, { offset: 0, limit: FOUND_MAX }, 'ASC');
    const positions = matches.map(({ number }) => number);
    const ids = await idsAt(manager, accountId, positions);
    const next = positions.length < FOUND_MAX ? undefined : positions.at(-1);
    return { type: 'fact', fact: { ids, next } };
  }
}
