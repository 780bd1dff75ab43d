import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import { type HoldersFound, holdersQuery } from '@halyard/contracts/parties';
import { DomainError } from '@halyard/core';
import { Serves } from '@halyard/http';
import { DataSource } from 'typeorm';
import { CustomerLists } from '../customer-lists.rows.js';
import { customersAt, positionsOfHolders } from '../customer-list.query.js';
import { customerFact } from '../customer.fact.js';

const PAGE = 50;

/** Answers services that have not heard of the newest customers yet. */
@Controller()
export class NewestHoldersController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly lists: CustomerLists,
  ) {}

  /** Newest first. The next answer continues before the position `next`. */
  @Serves(serviceRoutes.findNewestHolders)
  async find(@Body() body: unknown): Promise<FactAnswer<HoldersFound>> {
    const { data: asked } = holdersQuery.safeParse(body);
    if (!asked) throw new DomainError('BadRequest');
    const { accountId, before } = asked;
    const { manager } = this.dataSource;
    await this.lists.lengthOf(accountId);
    const positions = await positionsOfHolders(manager, accountId, { limit: PAGE, before });
    const customers = await customersAt(manager, accountId, positions);
    const next = positions.length < PAGE ? undefined : positions.at(-1);
    return { type: 'fact', fact: { holders: customers.map(customerFact), next } };
  }
}
