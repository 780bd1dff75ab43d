import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import { type PartyNames, partyNamesQuery } from '@halyard/contracts/parties';
import { DomainError } from '@halyard/core';
import { Serves } from '@halyard/http';
import { DataSource, In, IsNull } from 'typeorm';
import { Customer, shownNameOf } from '../customer.entity.js';

/** Names an account's customers for the services that know them only by id. */
@Controller()
export class CustomerNamesController {
  constructor(private readonly dataSource: DataSource) {}

  @Serves(serviceRoutes.findCustomerNames)
  async find(@Body() body: unknown): Promise<FactAnswer<PartyNames>> {
    const { data: asked } = partyNamesQuery.safeParse(body);
    if (!asked) throw new DomainError('BadRequest');
    const customers = await this.dataSource.manager.find(Customer, {
      where: { id: In(asked.ids), accountId: asked.accountId, erasureId: IsNull() },
      select: { id: true, firstName: true, lastName: true, businessName: true },
    });
    const names = Object.fromEntries(customers.map((customer) => [customer.id, shownNameOf(customer)]));
    return { type: 'fact', fact: { names } };
  }
}
