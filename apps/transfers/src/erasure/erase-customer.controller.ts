import { Controller, Param } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import type { CustomerMoney } from '@halyard/contracts/customers';
import { IdPipe } from '@halyard/input';
import { Serves } from '@halyard/http';
import { Commands } from '../commands.js';
import { GetCustomerMoney } from './customer-money.query.js';
import { EraseCustomer } from './erase-customer.command.js';

@Controller()
export class EraseCustomerController {
  constructor(
    private readonly queries: QueryBus,
    private readonly commands: Commands,
  ) {}

  @Serves(serviceRoutes.getCustomerMoney)
  money(@Param('id', IdPipe) id: string): Promise<FactAnswer<CustomerMoney>> {
    return this.queries.execute(new GetCustomerMoney(id));
  }

  @Serves(serviceRoutes.eraseAtTransfers)
  erase(@Param('id', IdPipe) id: string): Promise<FactAnswer<null>> {
    return this.commands.execute(new EraseCustomer(id));
  }
}
