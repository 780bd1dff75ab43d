import { Controller, Param } from '@nestjs/common';
import { type FactAnswer, sharedServiceRoutes } from '@halyard/contracts';
import type { AccountUse } from '@halyard/contracts/sandbox-clock';
import { Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { DataSource } from 'typeorm';
import { hadCustomer } from './account-use.query.js';

/** Says whether an account ever had a customer: then its sandbox clock goes only forwards. */
@Controller()
export class AccountUseController {
  constructor(private readonly dataSource: DataSource) {}

  @Serves(sharedServiceRoutes.findUseOfAccount)
  async find(@Param('id', IdPipe) id: string): Promise<FactAnswer<AccountUse>> {
    return { type: 'fact', fact: { isUsed: await hadCustomer(this.dataSource, id) } };
  }
}
