import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import { type PartyNames, partyNamesQuery } from '@halyard/contracts/parties';
import { DomainError } from '@halyard/core';
import { Serves } from '@halyard/http';
import { DataSource } from 'typeorm';
import { Account } from '../account.entity.js';

/** Names an account for the services that know it only by id. */
@Controller()
export class AccountNamesController {
  constructor(private readonly dataSource: DataSource) {}

  @Serves(serviceRoutes.findAccountNames)
  async find(@Body() body: unknown): Promise<FactAnswer<PartyNames>> {
    const { data: asked } = partyNamesQuery.safeParse(body);
    if (!asked) throw new DomainError('BadRequest');
    const { accountId: id, ids } = asked;
    const account = ids.includes(id) ? await this.dataSource.manager.findOneBy(Account, { id }) : null;
    return { type: 'fact', fact: { names: account ? { [id]: account.name } : {} } };
  }
}
